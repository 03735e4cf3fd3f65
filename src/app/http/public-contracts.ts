import { keys } from '#/access/keys/contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { categories } from '#/budget/categories/contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { funding } from '#/budget/funding/contract.ts'
import { analytics } from '#/budget/reports/contract.ts'
import { settings } from '#/budget/settings/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { connections } from '#/sources/banks/connections/contract.ts'
import { sync } from '#/sources/banks/sync/contract.ts'
import { webhooks } from '#/webhooks/contract.ts'

/** Lists the public contracts in the order of the specification. */
export const publicContracts = [
  keys,
  accounts,
  connections,
  transactions,
  expenses,
  categories,
  funding,
  settings,
  analytics,
  sync,
  webhooks,
] as const
