import type { Document } from './document.ts'
import { DocumentFault } from './document-fault.ts'

const lists = [
  'members',
  'keys',
  'accounts',
  'categories',
  'category_rules',
  'funding_schedules',
  'expense_groups',
  'expenses',
  'transactions',
] as const
export type ListName = (typeof lists)[number]

/** The positions of the refs in each list, from 0. */
export type Refs = Readonly<Record<ListName, ReadonlyMap<string, number>>>

/** Collects the refs of every list. Throws a DocumentFault if a list has the same ref twice. */
export function refsOf(document: Document): Refs {
  return Object.fromEntries(
    lists.map((list) => [list, positionsOf(document, list)]),
  ) as unknown as Refs
}

/** Throws a DocumentFault unless the list has the ref or the ref is null. */
export function resolve(
  refs: Refs,
  list: ListName,
  { ref, path }: { ref: string | null; path: string },
): void {
  if (ref !== null && !refs[list].has(ref)) {
    throw new DocumentFault(path, `There is no ${JSON.stringify(ref)} among the ${list}.`)
  }
}

function positionsOf(document: Document, list: ListName): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  document[list].forEach(({ ref }, index) => {
    const first = positions.get(ref)
    if (first !== undefined) {
      throw new DocumentFault(`${list}[${index}].ref`, `${list}[${first}] has this ref already.`)
    }
    positions.set(ref, index)
  })
  return positions
}
