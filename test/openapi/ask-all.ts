import type { Got } from '../fakes/receivers.ts'
import type { DemoScene } from './demo-scene.ts'
import type { Take } from './take-examples.ts'

const HOOK = 'https://hooks.example/earmark'

/** Asks for every operation, reads before writes, and returns the requests that the webhook got. */
export async function askAll(scene: DemoScene, take: Take): Promise<readonly Got[]> {
  await readBudget(scene, take)
  const { id: webhook } = await take('createWebhook', {
    body: { name: 'Budget sheet', url: HOOK, headers: { Authorization: 'Bearer my-own-token' } },
  })
  await writeBudget(scene, take)
  const got = await writeWebhook(scene, take, String(webhook))
  await writeConnection(scene, take)
  return got
}

async function readBudget({ loaded, itemId, product, ro }: DemoScene, take: Take): Promise<void> {
  const { accounts, categories, expenses } = loaded
  await take('describeKey')
  await take('listAccounts')
  await take('summarizeAccounts')
  await take('listConnections')
  await take('listCatalog', { params: { id: itemId } })
  const since = '2026-11-01T00:00:00.000Z'
  const { body: feed } = await product.request('GET', '/transactions', {
    key: ro,
    query: { updated_since: since, limit: 1 },
  })
  const filters = {
    type: 'expense',
    account_id: accounts['checking']!,
    category_id: categories['coffee']!,
    without_category: 'true',
    expense_goal_id: expenses['rent']!,
    sort: 'booked_at',
  }
  const found = await take('listTransactions', {
    query: { search: 'coffee', limit: 2 },
    others: {
      page: 1,
      ...filters,
      from: '2026-11-01',
      to: '2026-11-20',
      updated_since: since,
      cursor: String(feed['next_cursor']),
    },
  })
  await take('summarizeTransactions', {
    query: { from: '2026-11-01', to: '2026-11-20' },
    others: { page: 1, limit: 50, ...filters, search: 'coffee' },
  })
  const [first] = found['data'] as { readonly id: string }[]
  await take('showTransaction', { params: { id: first!.id } })
  await take('listExpenses')
  await take('summarizeExpenses')
  await take('listExpenseGroups')
  await take('listCategories')
  await take('listFundingSchedules')
  await take('showSettings')
  await take('showNetWorth')
  await take('showSpending', {
    query: { from: '2026-11-01', to: '2026-11-20', group_by: 'category' },
  })
  await take('showSyncStatus')
}

async function writeBudget({ loaded, product, rw }: DemoScene, take: Take): Promise<void> {
  const { accounts, categories, expenses } = loaded
  const account_id = accounts['checking']!
  const coffee = {
    account_id,
    amount: -450,
    concept: 'Coffee',
    booked_at: '2026-11-20',
    category_id: categories['coffee']!,
    notes: 'With Sam',
  }
  const { id: recorded } = await take('recordTransaction', { body: coffee })
  const params = { id: String(recorded) }
  await take('editTransaction', { params, body: { concept: 'Coffee and cake', amount: -720 } })
  await take('assignTransaction', { params, body: { expense_goal_id: expenses['eating-out']! } })
  const lunch = { account_id, amount: -1250, concept: 'Lunch', booked_at: '2026-11-19' }
  const transactions = [
    { ...lunch, external_id: 'receipt-1041' },
    { ...lunch, external_id: 'receipt-1041' },
  ]
  await take('recordTransactions', { body: { transactions, dry_run: false } })
  const move = (amount: number, note: string) => ({
    from_expense_id: expenses['summer-trip']!,
    to_expense_id: expenses['bicycle']!,
    amount,
    note,
  })
  await product.request('POST', '/expense-transfers', { key: rw, body: move(1500, 'New tyres') })
  const { id: moved } = await take('transferBetweenExpenses', { body: move(1000, 'A bell') })
  await take('listExpenseTransfers', {
    query: { limit: 2 },
    others: {
      expense_id: expenses['bicycle']!,
      from: '2026-11-01',
      to: '2026-11-20',
      before: String(moved),
    },
  })
}

async function writeWebhook(scene: DemoScene, take: Take, id: string): Promise<readonly Got[]> {
  const params = { id }
  await scene.deliver()
  const { event_id: tested } = await take('testWebhook', { params })
  const got = [...(await scene.deliver())]
  await take('listWebhooks')
  const event_id = String(tested)
  await take('listDeliveries', {
    params,
    others: { status: 'delivered', event_id, before: event_id, limit: 50 },
  })
  await take('redeliverEvent', { params: { id, delivery_id: event_id } })
  await take('replayEvents', { params, body: { since: '2026-11-20T00:00:00.000Z' } })
  await take('changeWebhook', { params, body: { enabled: false } })
  await take('removeWebhook', { params })
  return got
}

async function writeConnection({ itemId, catalog }: DemoScene, take: Take): Promise<void> {
  const [entry] = catalog
  const params = { id: itemId }
  await take('replaceSelection', { params, body: { account_ids: [entry!.id] } })
  await take('discoverAccounts', { params })
  await take('requestSync', { body: { provider: 'provider_a' } })
  await take('setSubscription', {
    params: { id: String(entry!.accountId) },
    body: { subscribed: false },
  })
}
