import type { Context } from 'hono'
import { getConnInfo } from '@hono/node-server/conninfo'
import { readTrustedProxies } from '#/platform/runtime/trusted-proxies.ts'
import { canonicalAddress, clientAddress } from './client-address.ts'
import { networkOf } from './network-of.ts'

/** How requests reach us, and whose word about that counts. */
export type Sight = {
  /** Who calls, as they are stored and counted: an address, or the network of one. */
  readonly addressOf: (c: Context) => string
  /** A header of the nearest proxy, its last word; null where nobody who is trusted has sent it. */
  readonly proxyHeader: (
    c: Context,
    name: 'x-forwarded-proto' | 'x-forwarded-host',
  ) => string | null
  /** How people reach the instance, where the operator has said so. */
  readonly publicUrl: URL | null
}

type Options = {
  readonly publicUrl: string | null
  /** Addresses and ranges; of nobody else `X-Forwarded-*` is believed. */
  readonly trustedProxies: readonly string[]
}

export function createSight({ publicUrl, trustedProxies }: Options): Sight {
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

/** The other end of the line. Null for requests that tests hand over directly, which have no socket. */
function remoteAddress(c: Context): string | null {
  return c.env !== undefined && 'incoming' in c.env
    ? (getConnInfo(c).remote.address ?? 'unknown')
    : null
}
