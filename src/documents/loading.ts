import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { ListName } from './refs.ts'

/** The ids of the created records, by the refs of the document. */
export type Ids = Readonly<Record<Exclude<ListName, 'keys'>, ReadonlyMap<string, string>>> & {
  readonly keys: Map<string, string>
}

/** The runtime within the transaction that loads a document, and the ids created so far. */
export type Loading = Runtime & {
  readonly householdId: string
  readonly ids: Ids
  readonly startedAt: Temporal.Instant
}

/** Creates an id for each item of a list. The ids ascend, so that lists ordered by id keep the document's order. */
export function idsFor(
  runtime: Pick<Runtime, 'newId'>,
  items: readonly { readonly ref: string }[],
): ReadonlyMap<string, string> {
  const ids = ascendingIds(runtime, items.length)
  return new Map(items.map(({ ref }, index) => [ref, ids[index]!]))
}

export function ascendingIds({ newId }: Pick<Runtime, 'newId'>, count: number): string[] {
  return Array.from({ length: count }, newId).toSorted()
}

/** Returns the id of a ref that is known to resolve; null stays null. */
export function idOf(map: ReadonlyMap<string, string>, ref: string | null): string | null {
  return ref === null ? null : map.get(ref)!
}
