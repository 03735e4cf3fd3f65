/** Programs may keep an answer for themselves, and ask each time whether it still holds. */
export const REVALIDATED = 'private, no-cache'

/** Writes a digest as an `ETag`. Weak, because proxies that compress answers drop strong tags. */
export function weakTag(digest: string): string {
  return `W/"${digest.slice(0, 22)}"`
}

/**
 * True if an `If-None-Match` header names the tag. `W/` does not count, as RFC 9110 §13.1.2 asks; `*` matches any answer.
 */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => opaque(one.trim()) === opaque(tag))
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
