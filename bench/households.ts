import type { Document } from '#/documents/document.ts'
import { loadDocument } from '#/documents/load.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

export type Household = {
  readonly id: string
  readonly keys: readonly string[]
  readonly accounts: readonly string[]
  readonly categories: readonly string[]
  readonly expenses: readonly string[]
}

const ACCOUNTS = 6
const CATEGORIES = 20
const EXPENSES = 8

/** A household with accounts, categories and Expenses, and no transactions yet. */
export async function createHousehold(runtime: Runtime, keyCount: number): Promise<Household> {
  const loaded = await loadDocument(runtime, {
    household: { name: 'Bench', timezone: 'Europe/Madrid', currency: 'EUR' },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
    keys: refs('k', keyCount).map((ref) => {
      return { ref, member: 'ada', name: ref, scopes: ['data.read', 'data.write'] }
    }),
    accounts: refs('a', ACCOUNTS).map((ref) => {
      return { ref, name: ref, type: 'depository', subtype: 'checking', balance: 300_000 }
    }),
    categories: refs('c', CATEGORIES).map((ref) => ({ ref, name: ref, kind: 'expense' })),
    expenses: refs('e', EXPENSES).map((ref) => ({ ref, name: ref, target_amount: 10_000 })),
  } satisfies Partial<Record<keyof Document, unknown>>)
  return {
    id: loaded.household_id,
    keys: Object.values(loaded.keys).map((key) => key.api_key),
    accounts: Object.values(loaded.accounts),
    categories: Object.values(loaded.categories),
    expenses: Object.values(loaded.expenses),
  }
}

function refs(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`)
}
