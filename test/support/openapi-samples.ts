import { after } from 'node:test'
import type { Loaded } from '#/documents/load.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { createFakeSimplefin } from '../fakes/fake-simplefin.ts'
import { createReceivers } from '../fakes/receivers.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { type Product, ada, startProduct } from './product.ts'
import { START } from './runtime.ts'

/** A household with something of everything, and a second one beside it. */
export type Scene = Product & {
  readonly loaded: Loaded
  readonly other: Loaded
  /** Keys of the first household: both scopes, read only, and one of a member who owns no connection. */
  readonly rw: string
  readonly ro: string
  readonly guest: string
  /** The key of the second household. */
  readonly stranger: string
  readonly itemId: string
  readonly otherItemId: string
  /** A connected account, and its entry in the catalog. */
  readonly connectedId: string
  readonly otherConnectedId: string
  readonly catalogId: string
  /** A webhook that may be changed, one of the same member to be removed, and one of the second household. */
  readonly webhookId: string
  readonly spareWebhookId: string
  readonly otherWebhookId: string
  /** An event that was delivered to the webhook. */
  readonly eventId: string
}

/** The parts of a request for one endpoint that succeeds. */
export type Sample = {
  readonly id?: string
  readonly deliveryId?: string
  readonly body?: unknown
}

/** Where an endpoint's sample is. */
export function placeOf(path: string, { id = '', deliveryId = '' }: Sample): string {
  return path.replace('{id}', id).replace('{delivery_id}', deliveryId)
}

export async function startScene(options: { limited?: boolean } = {}): Promise<Scene> {
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  const bank = await createFakeSimplefin({ accounts: [current], now: () => 1767614400 })
  after(async () => {
    await outbound.close()
    await bank.close()
  })
  const { outbound: destinations } = createReceivers(() => Temporal.Instant.from(START))
  const product = await startProduct({ ...options, outbound, destinations })
  const loaded = await product.household(household)
  const other = await product.household(household)
  const connect = async ({ household_id, members }: Loaded) => {
    const itemId = await connectWithSetupToken(product.runtime, {
      householdId: household_id,
      memberId: members['ada']!,
      zone: 'Europe/Madrid',
      setupToken: bank.setupToken(),
      connectionId: null,
      selectAll: true,
    })
    const entry = await product.db
      .selectFrom('provider_accounts')
      .select(['id', 'account_id'])
      .where('household_id', '=', household_id)
      .executeTakeFirstOrThrow()
    return { itemId, catalogId: entry.id, connectedId: entry.account_id! }
  }
  const theirs = await connect(other)
  const makeWebhook = async ({ keys }: Loaded) => {
    const api = product.client(webhooks, keys['rw']!.api_key)
    return (await api.createWebhook({ body: { name: 'Mine', url: 'https://hooks.example/' } })).id
  }
  const webhookId = await makeWebhook(loaded)
  const api = product.client(webhooks, loaded.keys['rw']!.api_key)
  const { event_id: eventId } = await api.testWebhook({ params: { id: webhookId } })
  product.runtime.advance({ minutes: 1 })
  return {
    ...product,
    loaded,
    other,
    rw: loaded.keys['rw']!.api_key,
    ro: loaded.keys['ro']!.api_key,
    guest: loaded.keys['guest']!.api_key,
    stranger: other.keys['rw']!.api_key,
    ...(await connect(loaded)),
    webhookId,
    spareWebhookId: await makeWebhook(loaded),
    otherWebhookId: await makeWebhook(other),
    eventId,
    otherItemId: theirs.itemId,
    otherConnectedId: theirs.connectedId,
  }
}

/** A sample for each endpoint that needs an id or a body, by name. */
export function samplesOf(scene: Scene): Readonly<Record<string, Sample>> {
  const { accounts, categories, expenses, transactions } = scene.loaded
  const coffee = {
    account_id: accounts['checking'],
    amount: -450,
    concept: 'Coffee',
    booked_at: '2026-01-04',
  }
  const id = transactions['t1']!
  return {
    setSubscription: { id: scene.connectedId, body: { subscribed: false } },
    listCatalog: { id: scene.itemId },
    replaceSelection: { id: scene.itemId, body: { account_ids: [scene.catalogId] } },
    discoverAccounts: { id: scene.itemId },
    requestSync: { body: {} },
    recordTransaction: { body: { ...coffee, category_id: categories['food'], notes: 'Corner' } },
    recordTransactions: { body: { transactions: [{ ...coffee, external_id: 'x-1' }, {}] } },
    showTransaction: { id },
    editTransaction: { id, body: { notes: 'Changed' } },
    assignTransaction: { id, body: { expense_goal_id: expenses['rent'] } },
    createWebhook: { body: { name: 'Mine', url: 'https://hooks.example/' } },
    changeWebhook: { id: scene.webhookId, body: { headers: { 'X-A': '1' } } },
    testWebhook: { id: scene.webhookId },
    removeWebhook: { id: scene.spareWebhookId },
    listDeliveries: { id: scene.webhookId },
    redeliverEvent: { id: scene.webhookId, deliveryId: scene.eventId },
    replayEvents: { id: scene.webhookId, body: { since: '2026-01-01T00:00:00Z' } },
    transferBetweenExpenses: {
      body: { from_expense_id: expenses['rent'], to_expense_id: expenses['trip'], amount: 100 },
    },
  }
}

/** Undoes what would make a sample fail the second time: a webhook removed, or tested a moment ago. */
export async function renewSample({ db, webhookId, spareWebhookId }: Scene, name: string) {
  if (name === 'testWebhook') {
    await db.updateTable('webhooks').set({ last_test_at: null }).execute()
  }
  if (name === 'removeWebhook') {
    const { id: _, ...webhook } = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', webhookId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('webhooks')
      .values({ ...webhook, id: spareWebhookId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** An id of the same kind in the other household, for each endpoint with one in its path. */
export function strangeIds(scene: Scene): Readonly<Record<string, string>> {
  const transaction = scene.other.transactions['t1']!
  return {
    setSubscription: scene.otherConnectedId,
    listCatalog: scene.otherItemId,
    replaceSelection: scene.otherItemId,
    discoverAccounts: scene.otherItemId,
    showTransaction: transaction,
    editTransaction: transaction,
    assignTransaction: transaction,
    changeWebhook: scene.otherWebhookId,
    testWebhook: scene.otherWebhookId,
    removeWebhook: scene.otherWebhookId,
    listDeliveries: scene.otherWebhookId,
    redeliverEvent: scene.otherWebhookId,
    replayEvents: scene.otherWebhookId,
  }
}

const household = {
  ...ada,
  members: [...ada.members, { ref: 'ben', name: 'Ben', email: 'ben@example.com', role: 'member' }],
  keys: [
    ...ada.keys,
    { ref: 'guest', member: 'ben', name: 'Guest', scopes: ['data.read', 'data.write'] },
  ],
  accounts: [
    {
      ref: 'checking',
      name: 'Checking',
      type: 'depository',
      subtype: 'checking',
      balance: 300_000,
    },
    { ref: 'card', name: 'Card', type: 'credit', subtype: 'credit_card', balance: -20_000 },
    { ref: 'dollars', name: 'Dollars', type: 'wallet', currency: 'USD', balance: 5_000 },
  ],
  categories: [
    { ref: 'living', name: 'Living' },
    { ref: 'food', name: 'Groceries', parent: 'living' },
  ],
  funding_schedules: [
    { ref: 'pay', name: 'Salary', frequency: 'monthly', days: [28], anchor: '2026-01-28' },
  ],
  expense_groups: [{ ref: 'home', name: 'Home' }],
  expenses: [
    {
      ref: 'rent',
      name: 'Rent',
      group: 'home',
      target_amount: 120_000,
      funding_priority: 'high',
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-02-01',
      fund_ahead_payment_count: 2,
      funding_schedules: ['pay'],
      balance: 60_000,
    },
    { ref: 'trip', name: 'Trip', type: 'goal', target_amount: 90_000, balance: 1_000 },
    {
      ref: 'visa',
      name: 'Visa',
      type: 'credit_card',
      card_account: 'card',
      balance: 20_000,
    },
  ],
  transactions: [
    {
      ref: 't1',
      account: 'checking',
      amount: -4_500,
      concept: 'Market',
      booked_at: '2026-01-03',
      category: 'food',
    },
    {
      ref: 't2',
      account: 'card',
      amount: -1_999,
      concept: 'Café “Ñandú” ☕',
      original_concept: 'SQ *NANDU 0042',
      booked_at: '2026-01-02',
      status: 'pending',
    },
    { ref: 't3', account: 'checking', amount: 250_000, concept: 'Pay', booked_at: '2025-12-28' },
  ],
} satisfies Partial<WrittenDocument>

const current = {
  id: 'ACT-1',
  connection: 'CON-1',
  name: 'Current (1234)',
  currency: 'EUR',
  balance: '812.50',
  'balance-date': 1767571200,
  transactions: [],
}
