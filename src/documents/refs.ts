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

/** The refs of each list, with their places in it. */
export type Refs = Readonly<Record<ListName, ReadonlyMap<string, number>>>

/** The refs of every list. Throws a DocumentFault where two items of one list have the same. */
export function refsOf(document: Document): Refs {
  return Object.fromEntries(
    lists.map((list) => [list, placesOf(document, list)]),
  ) as unknown as Refs
}

/** Throws unless a list of the document has the ref; null refers to nothing. */
export function resolve(
  refs: Refs,
  list: ListName,
  { ref, path }: { ref: string | null; path: string },
): void {
  if (ref !== null && !refs[list].has(ref)) {
    throw new DocumentFault(path, `There is no ${JSON.stringify(ref)} among the ${list}.`)
  }
}

function placesOf(document: Document, list: ListName): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  document[list].forEach(({ ref }, index) => {
    const first = places.get(ref)
    if (first !== undefined) {
      throw new DocumentFault(`${list}[${index}].ref`, `${list}[${first}] has this ref already.`)
    }
    places.set(ref, index)
  })
  return places
}
