import { notFound } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import { readHousehold, type StoredHousehold } from '#/documents/stored-household.ts'

/** A household's names by their ids, as people see them. */
export type Book = {
  readonly stored: StoredHousehold
  /** Accounts that people see, in the order of the screen. */
  readonly accounts: ReadonlyMap<string, StoredHousehold['accounts'][number]>
  /** The names of a category and of those above it, the highest first. */
  readonly categories: ReadonlyMap<string, readonly string[]>
  readonly setAsides: ReadonlyMap<string, string>
}

/** Reads the names of a household. Throws `resource_not_found` without one. */
export async function readBook(snapshot: Database, householdId: string): Promise<Book> {
  const stored = await readHousehold(snapshot, householdId)
  if (!stored) throw notFound('household_id')
  const byId = new Map(stored.categories.map((category) => [category.id, category]))
  const pathOf = (id: string): readonly string[] => {
    const category = byId.get(id)!
    return [...(category.parent_id === null ? [] : pathOf(category.parent_id)), category.name]
  }
  return {
    stored,
    accounts: new Map(
      stored.accounts.filter(({ hidden }) => !hidden).map((account) => [account.id, account]),
    ),
    categories: new Map(stored.categories.map(({ id }) => [id, pathOf(id)])),
    setAsides: new Map(stored.expenses.map(({ id, name }) => [id, name])),
  }
}
