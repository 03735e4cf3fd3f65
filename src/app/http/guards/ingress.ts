import type { Context } from 'hono'
import { getConnInfo } from '@hono/node-server/conninfo'
import { readTrustedProxies } from '#/platform/runtime/trusted-proxies.ts'
import { canonicalAddress, clientAddress } from './client-address.ts'
import { networkOf } from './network-of.ts'

/** How requests reach the server, and which proxies are trusted to say so. */
export type Ingress = {
  /** The caller's address, or the network of the address, as it is stored and counted. */
  readonly addressOf: (c: Context) => string
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

export function createIngress({ publicUrl, trustedProxies }: Options): Ingress {
  const proxies = readTrustedProxies(trustedProxies)
  return {
    addressOf: (c) => {
      const remote = remoteAddress(c)
      if (remote === null) return 'direct'
      const address = clientAddress(remote, c.req.header('x-forwarded-for'), proxies.includes)
      return address === null ? 'unknown' : networkOf(address)
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
