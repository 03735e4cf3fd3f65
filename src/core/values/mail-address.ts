/**
 * Returns an address as SMTP carries it, or null if it cannot be one. Only ASCII before the @, because most servers refuse
 * other letters there; names of hosts are written in Punycode. Never contains blanks, brackets or control characters.
 */
export function readMailAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || local.length > 64 || text.length > 254) return null
  if (!/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local))
    return null
  const host = URL.parse(`http://${domain}`)?.hostname ?? ''
  if (/[^\p{L}\p{N}.-]/u.test(domain)) return null
  const labels = host.split('.')
  const isHost = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  return isHost && !/^\d+$/.test(labels.at(-1)!) ? `${local}@${host}` : null
}

/** A sender: an address, and the name before it, if any. */
export type Sender = { readonly name: string; readonly address: string }

/** Reads `Earmark <budget@example.com>` or an address alone; null if it is neither. */
export function readSender(text: string): Sender | null {
  const whole = text.trim()
  const begin = whole.endsWith('>') ? whole.indexOf('<') : -1
  const name = whole.slice(0, Math.max(begin, 0)).trim()
  const plain = (/^"[^"]*"$/.test(name) ? name.slice(1, -1) : name).trim()
  if (/["<>]/.test(plain)) return null
  if (/\p{Cc}/u.test(plain) || plain.length > 100) return null
  const address = readMailAddress(begin === -1 ? whole : whole.slice(begin + 1, -1))
  return address === null ? null : { name: plain, address }
}
