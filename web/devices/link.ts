/** A secret that a phone takes along from the screen: the token of a device, or a key that reads the number. */
export type Handed = {
  readonly kind: 'payments' | 'number'
  readonly secret: string
  /** Decimals of the household’s currency. */
  readonly digits: number
}

const SECRETS = { payments: /^em_wallet_[\w-]+$/, number: /^em_live_[\w-]+$/ }

/**
 * Builds the address that the QR code holds. The secret is behind the `#`, which browsers never send to a server, so that it
 * stands in no log.
 */
export function linkFor(address: string, { kind, secret, digits }: Handed): string {
  return `${address}/device#${kind}=${secret}&digits=${digits}`
}

/** Reads what was handed over; null if the address holds nothing or something else. */
export function readHanded(hash: string): Handed | null {
  const handed = new URLSearchParams(hash.replace(/^#/, ''))
  const digits = Number(handed.get('digits') ?? 2)
  if (!(digits >= 0 && digits <= 4)) return null
  for (const kind of ['payments', 'number'] as const) {
    const secret = handed.get(kind)
    if (secret !== null && SECRETS[kind].test(secret)) return { kind, secret, digits }
  }
  return null
}

/**
 * Judges an address for a phone. `local`: only this computer reaches it; `plain`: without https, others in the network can read
 * the token; `home`: only reachable at home; `good`: none of these is known.
 */
export type Judgement = 'unreadable' | 'local' | 'plain' | 'home' | 'good'

export function judgeAddress(address: string): Judgement {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/') return 'unreadable'
  if (/^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(url.hostname)) return 'local'
  if (url.protocol === 'http:') return 'plain'
  return isHome(url.hostname) ? 'home' : 'good'
}

function isHome(host: string): boolean {
  return (
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])/.test(host) ||
    /\.(local|lan|home|internal|home\.arpa)$/.test(host) ||
    !/[.:]/.test(host)
  )
}

/** Writes an address as typed without its last slash, so that paths follow it. */
export function trimAddress(typed: string): string {
  const address = typed.trim()
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}
