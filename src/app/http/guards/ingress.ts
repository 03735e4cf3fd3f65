import type { Context } from 'hono'
import { getConnInfo } from '@hono/node-server/conninfo'
import { readTrustedProxies } from './trusted-proxies.ts'
import { canonicalAddress, clientAddress } from './client-address.ts'
import { networkOf } from './network-of.ts'

/** How requests reach the server, and which proxies are trusted to say so. */
export type Ingress = {
  /** The caller's address, or the network of the address, as it is stored and counted. */
  readonly addressOf: (c: Context) => string
  /** The caller's whole address, for the log: `addressOf` unites the addresses of one subscriber. */
  readonly wholeAddressOf: (c: Context) => string
  /** The other end of the connection, and if it is a trusted proxy. */
  readonly connectionOf: (c: Context) => { readonly remote: string; readonly trusted: boolean }
  /** Reads a header's last entry, which the nearest proxy wrote; null unless that proxy is trusted. */
  readonly proxyHeader: (
    c: Context,
    name: 'x-forwarded-proto' | 'x-forwarded-host',
  ) => string | null
  /** The address under which people reach the instance, if the operator has set one. */
  readonly publicUrl: URL | null
}

type Options = {
  readonly publicUrl: string | null
  /** Addresses and ranges; `X-Forwarded-*` of other senders is ignored. */
  readonly trustedProxies: readonly string[]
}

/** Where a request comes from: the whole address, and the network that is counted as one caller. */
type Place = { readonly whole: string; readonly network: string }

/** The place of requests that tests make without a socket. */
const DIRECT: Place = { whole: 'direct', network: 'direct' }
/** Callers whose place is remembered: each request asks for it three times, and reading an address takes 1 µs. */
const KNOWN_MAX = 1000

export function createIngress({ publicUrl, trustedProxies }: Options): Ingress {
  const proxies = readTrustedProxies(trustedProxies)
  const known = new Map<string, Place>()
  const placeOf = (c: Context): Place => {
    const remote = remoteAddress(c)
    if (remote === null) return DIRECT
    const before = known.get(remote)
    if (before) return before
    const whole = clientAddress(remote, c.req.header('x-forwarded-for'), proxies.includes)
    const place = { whole: whole ?? 'unknown', network: networkOf(whole ?? 'unknown') }
    // A proxy connects for somebody else each time.
    const own = canonicalAddress(remote)
    if (own === null || !proxies.includes(own)) {
      if (known.size >= KNOWN_MAX) known.clear()
      known.set(remote, place)
    }
    return place
  }
  return {
    addressOf: (c) => placeOf(c).network,
    wholeAddressOf: (c) => placeOf(c).whole,
    connectionOf: (c) => {
      const remote = canonicalAddress(remoteAddress(c) ?? '') ?? 'unknown'
      return { remote, trusted: remote !== 'unknown' && proxies.includes(remote) }
    },
    proxyHeader: (c, name) => {
      const remote = canonicalAddress(remoteAddress(c) ?? '')
      if (remote === null || !proxies.includes(remote)) return null
      return c.req.header(name)?.split(',').at(-1)?.trim() || null
    },
    publicUrl: publicUrl === null ? null : new URL(publicUrl),
  }
}

/** The address under which the caller reaches this instance, such as `https://earmark.example`. */
export function originOf(c: Context, { publicUrl, proxyHeader }: Ingress): string {
  if (publicUrl) return publicUrl.origin
  const own = new URL(c.req.url)
  const host = proxyHeader(c, 'x-forwarded-host') ?? own.host
  const scheme =
    proxyHeader(c, 'x-forwarded-proto') === 'https' ? 'https' : own.protocol.slice(0, -1)
  return URL.parse(`${scheme}://${host}`)?.origin ?? own.origin
}

/** Null for requests that tests make without a socket. */
function remoteAddress(c: Context): string | null {
  return c.env !== undefined && 'incoming' in c.env
    ? (getConnInfo(c).remote.address ?? 'unknown')
    : null
}
