import { accounts } from '#/budget/accounts/contract.ts'
import { listAccounts } from '#/budget/accounts/list.ts'
import { summarizeAccounts } from '#/budget/accounts/summary.ts'
import { analytics } from '#/budget/reports/contract.ts'
import { showNetWorth } from '#/budget/reports/net-worth.ts'
import { showSpending } from '#/budget/reports/spending.ts'
import { categories } from '#/budget/categories/contract.ts'
import { listCategories } from '#/budget/categories/list.ts'
import { connections } from '#/sources/banks/connections/contract.ts'
import { listConnections } from '#/sources/banks/connections/list.ts'
import { listCatalog, replaceSelection } from '#/sources/banks/connections/selection.ts'
import { setSubscription } from '#/sources/banks/connections/subscribe.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { listExpenseGroups } from '#/budget/expenses/groups.ts'
import { listExpenses } from '#/budget/expenses/list.ts'
import { summarizeExpenses } from '#/budget/expenses/summary.ts'
import { transferBetweenExpenses } from '#/budget/expenses/transfer.ts'
import { listExpenseTransfers } from '#/budget/expenses/transfers.ts'
import { funding } from '#/budget/funding/contract.ts'
import { listFundingSchedules } from '#/budget/funding/list.ts'
import { keys } from '#/access/keys/contract.ts'
import { describeKey } from '#/access/keys/describe.ts'
import { settings } from '#/budget/settings/contract.ts'
import { showSettings } from '#/budget/settings/show.ts'
import { sync } from '#/sources/banks/sync/contract.ts'
import { discoverAccounts } from '#/sources/banks/connections/discover.ts'
import { requestSync } from '#/sources/banks/sync/request.ts'
import { showSyncStatus } from '#/sources/banks/sync/status.ts'
import { assignTransaction } from '#/budget/assignments/assign.ts'
import { recordTransactions } from '#/budget/transactions/writing/bulk.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { editTransaction } from '#/budget/transactions/writing/edit.ts'
import { listTransactions } from '#/budget/transactions/list.ts'
import { recordTransaction } from '#/budget/transactions/writing/record.ts'
import { showTransaction } from '#/budget/transactions/show.ts'
import { summarizeTransactions } from '#/budget/transactions/summary.ts'
import { changeWebhook } from '#/webhooks/managing/change.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { createWebhook } from '#/webhooks/managing/create.ts'
import { listDeliveries } from '#/webhooks/managing/list-deliveries.ts'
import { listWebhooks } from '#/webhooks/managing/list.ts'
import { redeliverEvent } from '#/webhooks/managing/redeliver.ts'
import { removeWebhook } from '#/webhooks/managing/remove.ts'
import { replayEvents } from '#/webhooks/managing/replay.ts'
import { testWebhook } from '#/webhooks/managing/send-test.ts'
import { bind, type Routes } from './routes.ts'

/** Maps each public endpoint to its function. */
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
