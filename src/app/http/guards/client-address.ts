import { isIP, SocketAddress } from 'node:net'

/** Longer than any address with its port: what is longer is not looked at. */
const LENGTH_MAX = 60

/**
 * The address of who calls. `X-Forwarded-For` is read from the right, because each proxy appends who called it: as long as the
 * nearest one is trusted, the next one to the left counts. Everything further left was written by somebody who is not trusted, and
 * an entry that is not an address ends the reading.
 */
export function clientAddress(
  remote: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  let address = canonicalAddress(remote)
  const hops = forwarded?.split(',') ?? []
  while (address !== null && isTrusted(address)) {
    const hop = hops.pop()
    const next = hop === undefined ? null : canonicalAddress(hop)
    if (next === null) break
    address = next
  }
  return address
}

/**
 * An address as it is stored and counted: in the shortest form, IPv4 also where it is written as IPv6, without a port or an
 * interface. Null for anything else.
 */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > LENGTH_MAX) return null
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ??
    /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ??
    trimmed
  const plain = bare.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return null
  if (version === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase()
}
