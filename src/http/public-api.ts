import { accounts } from '#/accounts/contract.ts'
import { listAccounts } from '#/accounts/list.ts'
import { summarizeAccounts } from '#/accounts/summary.ts'
import { analytics } from '#/analytics/contract.ts'
import { showNetWorth } from '#/analytics/net-worth.ts'
import { showSpending } from '#/analytics/spending.ts'
import { categories } from '#/categories/contract.ts'
import { listCategories } from '#/categories/list.ts'
import { connections } from '#/connections/contract.ts'
import { listConnections } from '#/connections/list.ts'
import { listCatalog, replaceSelection } from '#/connections/selection.ts'
import { setSubscription } from '#/connections/subscribe.ts'
import { expenses } from '#/expenses/contract.ts'
import { listExpenseGroups } from '#/expenses/groups.ts'
import { listExpenses } from '#/expenses/list.ts'
import { summarizeExpenses } from '#/expenses/summary.ts'
import { transferBetweenExpenses } from '#/expenses/transfer.ts'
import { listExpenseTransfers } from '#/expenses/transfers.ts'
import { funding } from '#/funding/contract.ts'
import { listFundingSchedules } from '#/funding/list.ts'
import { keys } from '#/keys/contract.ts'
import { describeKey } from '#/keys/describe.ts'
import { settings } from '#/settings/contract.ts'
import { showSettings } from '#/settings/show.ts'
import { sync } from '#/sync/contract.ts'
import { discoverAccounts } from '#/sync/discover.ts'
import { requestSync } from '#/sync/request.ts'
import { showSyncStatus } from '#/sync/status.ts'
import { assignTransaction } from '#/transactions/assign.ts'
import { recordTransactions } from '#/transactions/bulk.ts'
import { transactions } from '#/transactions/contract.ts'
import { editTransaction } from '#/transactions/edit.ts'
import { listTransactions } from '#/transactions/list.ts'
import { recordTransaction } from '#/transactions/record.ts'
import { showTransaction } from '#/transactions/show.ts'
import { summarizeTransactions } from '#/transactions/summary.ts'
import { changeWebhook } from '#/webhooks/change.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { createWebhook } from '#/webhooks/create.ts'
import { listDeliveries } from '#/webhooks/deliveries.ts'
import { listWebhooks } from '#/webhooks/list.ts'
import { redeliverEvent, replayEvents } from '#/webhooks/redeliver.ts'
import { removeWebhook } from '#/webhooks/remove.ts'
import { testWebhook } from '#/webhooks/send-test.ts'
import { bind, type Routes } from './routes.ts'

/** The public contracts, in the order of the specification. */
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

/** The switchboard: which function answers which endpoint. */
export const publicRoutes: Routes = [
  ...bind(keys, { describeKey }),
  ...bind(accounts, { listAccounts, summarizeAccounts, setSubscription }),
  ...bind(connections, { listConnections, listCatalog, replaceSelection, discoverAccounts }),
  ...bind(transactions, {
    listTransactions,
    summarizeTransactions,
    recordTransaction,
    recordTransactions,
    showTransaction,
    editTransaction,
    assignTransaction,
  }),
  ...bind(expenses, {
    listExpenses,
    summarizeExpenses,
    listExpenseGroups,
    listExpenseTransfers,
    transferBetweenExpenses,
  }),
  ...bind(categories, { listCategories }),
  ...bind(funding, { listFundingSchedules }),
  ...bind(settings, { showSettings }),
  ...bind(analytics, { showNetWorth, showSpending }),
  ...bind(sync, { showSyncStatus, requestSync }),
  ...bind(webhooks, {
    createWebhook,
    listWebhooks,
    changeWebhook,
    testWebhook,
    removeWebhook,
    listDeliveries,
    redeliverEvent,
    replayEvents,
  }),
]
