import { accounts } from '#/budget/accounts/contract.ts'
import { connections } from '#/sources/banks/connections/contract.ts'
import { sync } from '#/sources/banks/sync/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import type { Product } from './product.ts'

/** A household of two, of whom Ada connects banks: each with a key, and Ada's clients. */
export async function givenTwo(product: Product, document: object = {}) {
  const loaded = await product.household({
    ...document,
    members: [
      { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
      { ref: 'bo', name: 'Bo', email: 'bo@example.com', role: 'member' },
    ],
    keys: [
      { ref: 'rw', member: 'ada', scopes: ['data.read', 'data.write'] },
      { ref: 'bo', member: 'bo', scopes: ['data.read', 'data.write'] },
    ],
  })
  const key = loaded.keys['rw']!.api_key
  const listed = product.client(transactions, key)
  return {
    product,
    householdId: loaded.household_id,
    loaded,
    members: loaded.members,
    key,
    otherKey: loaded.keys['bo']!.api_key,
    accounts: product.client(accounts, key),
    connections: product.client(connections, key),
    transactions: listed,
    sync: product.client(sync, key),
    list: async () => (await listed.listTransactions({ query: {} })).data,
    /** The member who connects a bank. */
    connecting: {
      householdId: loaded.household_id,
      memberId: loaded.members['ada']!,
      zone: 'Europe/Madrid',
    },
  }
}
