import type { StoredHousehold } from './stored-household.ts'

/**
 * Names for the records of a household, by their places: `account1`, `t2`. A household loaded from the document has
 * the same places, and so the same names.
 */
export function refsFor(stored: StoredHousehold): (id: string) => string {
  const names = new Map<string, string>()
  const add = (prefix: string, rows: readonly { readonly id: string }[]) => {
    rows.forEach(({ id }, index) => names.set(id, `${prefix}${index + 1}`))
  }
  add('member', stored.members)
  add('key', stored.keys)
  add('account', stored.accounts)
  add('category', stored.categories)
  add('rule', stored.rules)
  add('schedule', stored.schedules)
  add('group', stored.groups)
  add('expense', stored.expenses)
  return (id) => {
    const name = names.get(id)
    if (name === undefined) throw new Error(`not in the document: ${id}`)
    return name
  }
}

/** The name of a transaction by its place, from 1. */
export function refOfTransaction(place: number): string {
  return `t${place}`
}

/** The name of what an id refers to; null for none. */
export function refOf(refs: (id: string) => string, id: string | null): string | null {
  return id === null ? null : refs(id)
}
