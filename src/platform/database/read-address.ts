/** An address of a database, with one server or several. */
export type Address = {
  /** An address for each host, in the order of the list. */
  readonly urls: readonly string[]
  readonly needsPrimary: boolean
}

const ATTRIBUTES = ['any', 'primary', 'read-write'] as const

/** Returns the fault of an address, as a part of a sentence; null without one. */
export function faultOfAddress(text: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must be an address that begins with postgres://'
  const { hosts, withHost } = splitHosts(text)
  if (hosts.length > 1 && !hosts.every((host) => host !== '' && URL.canParse(withHost(host)))) {
    return 'names several servers, of which one is not written as host or host:port'
  }
  const attribute = attributeOf(withHost(hosts[0]!))
  if (attribute === null || ATTRIBUTES.some((one) => one === attribute)) return null
  return 'must have read-write, primary or any as target_session_attrs, because Earmark writes'
}

/** Reads an address that `faultOfAddress` accepts. */
export function readAddress(text: string): Address {
  const { hosts, withHost } = splitHosts(text)
  const attribute = attributeOf(withHost(hosts[0]!))
  return {
    urls: hosts.map((host) => withoutAttribute(withHost(host))),
    needsPrimary: attribute === null ? hosts.length > 1 : attribute !== 'any',
  }
}

/** Splits `postgres://user@one:5432,two:5433/name` at the commas, which a URL cannot have between ports. */
function splitHosts(text: string) {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(text) ?? []
  return {
    hosts: before === '' ? [''] : hosts.split(','),
    withHost: (host: string) => (before === '' ? text : before + host + after),
  }
}

const ATTRIBUTE = 'target_session_attrs'

function attributeOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).searchParams.get(ATTRIBUTE) : null
}

/** `pg` would pass it on as an unknown setting. */
function withoutAttribute(url: string): string {
  if (attributeOf(url) === null) return url
  const changed = new URL(url)
  changed.searchParams.delete(ATTRIBUTE)
  return changed.href
}
