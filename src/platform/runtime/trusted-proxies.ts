import { parseAllowList } from '#/platform/outbound/public-address.ts'

/** The proxies whose word about callers counts (`EARMARK_TRUSTED_PROXIES`). */
export type TrustedProxies = { readonly includes: (address: string) => boolean }

/** Reads addresses and ranges of them. Throws a RangeError that names the first one that cannot be read. */
export function readTrustedProxies(text: string | readonly string[]): TrustedProxies {
  const { ranges, list } = parseAllowList(text)
  return {
    includes: (address) =>
      ranges.length > 0 && list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'),
  }
}
