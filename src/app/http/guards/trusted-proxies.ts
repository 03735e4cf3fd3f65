import { parseAllowList } from '#/platform/outbound/public-address.ts'

/** The proxies whose `X-Forwarded-*` headers are trusted (`EARMARK_TRUSTED_PROXIES`). */
export type TrustedProxies = { readonly includes: (address: string) => boolean }

/** Parses addresses and ranges. Throws a RangeError that names the first invalid one. */
export function readTrustedProxies(text: string | readonly string[]): TrustedProxies {
  const { ranges, list } = parseAllowList(text)
  return {
    includes: (address) =>
      ranges.length > 0 && list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'),
  }
}
