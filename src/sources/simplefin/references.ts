import { accountKey, type AccountRef } from '#/sources/provider/provider.ts'

/**
 * Matches the accounts of an answer with stored references. Equal references match; of the rest, an id that is unique
 * on both sides matches too. This way a server that switches to version 2, and so names its banks differently,
 * duplicates no account. Returns stored references by the `accountKey` of the answer.
 */
export function matchReferences(
  found: readonly AccountRef[],
  known: readonly AccountRef[],
): Map<string, AccountRef> {
  const keys = new Set(found.map(accountKey))
  const matches = new Map(
    known.filter((ref) => keys.has(accountKey(ref))).map((ref) => [accountKey(ref), ref]),
  )
  const openKnown = Map.groupBy(
    known.filter((ref) => !matches.has(accountKey(ref))),
    (ref) => ref.externalId,
  )
  const openFound = Map.groupBy(
    found.filter((ref) => !matches.has(accountKey(ref))),
    (ref) => ref.externalId,
  )
  for (const [externalId, refs] of openFound) {
    const stored = openKnown.get(externalId) ?? []
    const [ref, one] = [refs[0], stored[0]]
    if (refs.length === 1 && stored.length === 1 && ref && one) matches.set(accountKey(ref), one)
  }
  return matches
}
