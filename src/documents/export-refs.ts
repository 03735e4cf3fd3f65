import type { StoredHousehold } from './stored-household.ts'

/**
 * Returns a function that names the records of a household by their positions: `account1`, `t2`. A household loaded from
 * the document has the same order, so it exports the same names.
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

/** Names a transaction by its position, from 1. */
export function refOfTransaction(position: number): string {
  return `t${position}`
}

/** Names the record of an id; null stays null. */
export function refOf(refs: (id: string) => string, id: string | null): string | null {
  return id === null ? null : refs(id)
}
