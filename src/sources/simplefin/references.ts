import { accountKey, type AccountRef } from '#/sources/provider/provider.ts'

/**
 * Which stored account each account of an answer is. Equal references are the same; what is then left over on both sides
 * and agrees on an id that is unique there is the same too. So a server that begins to speak version 2, and with it to
 * name banks differently, doubles no account. Returns stored references by `accountKey` of the answer's.
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
