// Written by sdk/typescript/generate.ts from the OpenAPI document. Do not edit.
import { part, type ReadOptions, type Send, type WriteOptions } from '../call.ts'
import type {
  Account,
  AccountSummary,
  AggregatorSelection,
  AssignTransactionBody,
  BulkResult,
  Category,
  ChangeWebhookBody,
  Connection,
  CreateWebhookBody,
  CreatedWebhook,
  EditTransactionBody,
  Expense,
  ExpenseGroup,
  ExpenseSummary,
  ExpenseTransfer,
  FundingSchedule,
  KeyDescription,
  ListDeliveriesQuery,
  ListExpenseTransfersQuery,
  ListTransactionsQuery,
  NetWorth,
  QueuedEvent,
  RecordTransactionBody,
  RecordTransactionsBody,
  ReplaceSelectionBody,
  ReplayEventsBody,
  RequestSyncBody,
  SetSubscriptionBody,
  Settings,
  ShowSpendingQuery,
  Spending,
  SubscriptionState,
  SummarizeTransactionsQuery,
  SyncRequest,
  SyncStatus,
  Transaction,
  TransactionPage,
  TransactionSummary,
  TransferBetweenExpensesBody,
  Webhook,
  WebhookDelivery,
} from './types.ts'

export class KeyCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Describe the key that makes the call
   *
   * A connectivity check: the owning account, the scopes of the key and the current state of both rate limits.
   *
   * Needs the scope `data.read`.
   */
  async describe(options: ReadOptions = {}): Promise<KeyDescription> {
    return this.#send({ method: 'GET', path: '/me' }, options)
  }
}

export class AccountsCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List every visible account
   *
   * Needs the scope `data.read`.
   */
  async list(options: ReadOptions = {}): Promise<Account[]> {
    return this.#send({ method: 'GET', path: '/accounts' }, options)
  }

  /**
   * Balance rollups across all accounts
   *
   * Totals cover accounts in the household’s currency; others appear in `by_currency` only. `free_to_spend` =
   * `spendable_balance` − `set_aside`.
   *
   * Needs the scope `data.read`.
   */
  async summarize(options: ReadOptions = {}): Promise<AccountSummary> {
    return this.#send({ method: 'GET', path: '/accounts/summary' }, options)
  }

  /**
   * Start or stop following a bank account
   *
   * Connection owner only. Unsubscribing stops imports and notifications and keeps stored transactions;
   * subscribing again retrieves only those that the provider still has.
   *
   * Needs the scope `data.write`.
   */
  async setSubscription(id: string, body: SetSubscriptionBody, options: WriteOptions = {}): Promise<SubscriptionState> {
    return this.#send({ method: 'PUT', path: `/accounts/${part(id)}/subscription`, body }, options)
  }
}

export class ConnectionsCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List provider connections with their sync state
   *
   * Needs the scope `data.read`.
   */
  async list(options: ReadOptions = {}): Promise<Connection[]> {
    return this.#send({ method: 'GET', path: '/connections' }, options)
  }

  /**
   * Read the saved selection
   *
   * The provider is not contacted.
   *
   * Needs the scope `data.read`.
   */
  async listCatalog(id: string, options: ReadOptions = {}): Promise<AggregatorSelection> {
    return this.#send({ method: 'GET', path: `/aggregator/items/${part(id)}/accounts` }, options)
  }

  /**
   * Replace the selection of accounts to import
   *
   * Connection owner only. Keeps history and cursors and schedules imports; an empty selection pauses all
   * requests.
   *
   * Needs the scope `data.write`.
   */
  async replaceSelection(id: string, body: ReplaceSelectionBody, options: WriteOptions = {}): Promise<AggregatorSelection> {
    return this.#send({ method: 'PUT', path: `/aggregator/items/${part(id)}/accounts`, body }, options)
  }

  /**
   * Ask the provider which accounts there are
   *
   * Connection owner only. Balances only: consumes one request of the provider’s quota, subscribes nothing,
   * imports nothing.
   *
   * Needs the scope `data.write`.
   */
  async discoverAccounts(id: string, options: WriteOptions = {}): Promise<AggregatorSelection> {
    return this.#send({ method: 'POST', path: `/aggregator/items/${part(id)}/discover` }, options)
  }
}

export class TransactionsCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List transactions, a page at a time
   *
   * Needs the scope `data.read`.
   */
  async list(query: ListTransactionsQuery = {}, options: ReadOptions = {}): Promise<TransactionPage> {
    return this.#send({ method: 'GET', path: '/transactions', query }, options)
  }

  /**
   * Record a manual transaction
   *
   * Needs the scope `data.write`.
   */
  async record(body: RecordTransactionBody, options: WriteOptions = {}): Promise<Transaction> {
    return this.#send({ method: 'POST', path: '/transactions', body }, options)
  }

  /**
   * Totals for the selected filters
   *
   * `page`, `limit` and `sort` are accepted and change nothing.
   *
   * Needs the scope `data.read`.
   */
  async summarize(query: SummarizeTransactionsQuery = {}, options: ReadOptions = {}): Promise<TransactionSummary> {
    return this.#send({ method: 'GET', path: '/transactions/summary', query }, options)
  }

  /**
   * Record up to 500 manual transactions
   *
   * Valid items are stored together, invalid ones reported. An `external_id` is unique within its account: an
   * item that repeats one is a duplicate and changes nothing. `dry_run` reports what would happen.
   *
   * An extension of the specification.
   *
   * Needs the scope `data.write`.
   */
  async recordMany(body: RecordTransactionsBody, options: WriteOptions = {}): Promise<BulkResult> {
    return this.#send({ method: 'POST', path: '/transactions/bulk', body }, options)
  }

  /**
   * Show one transaction
   *
   * Needs the scope `data.read`.
   */
  async show(id: string, options: ReadOptions = {}): Promise<Transaction> {
    return this.#send({ method: 'GET', path: `/transactions/${part(id)}` }, options)
  }

  /**
   * Change a transaction
   *
   * Only the fields sent change. A change of the amount settles the assigned Expense again. The assignment
   * itself is changed with `POST /transactions/{id}/expense`. In a split transaction the largest part takes a
   * difference of the amount, and `category_id` is refused: its parts have categories of their own.
   *
   * Needs the scope `data.write`.
   */
  async edit(id: string, body: EditTransactionBody, options: WriteOptions = {}): Promise<{
    /** Always true: what fails is answered with an error. */
    success: boolean
  }> {
    return this.#send({ method: 'PATCH', path: `/transactions/${part(id)}`, body }, options)
  }

  /**
   * Spend a transaction from an Expense, or clear the assignment
   *
   * Refused for a split transaction (`splits`), because each of its parts has an assignment of its own.
   *
   * Needs the scope `data.write`.
   */
  async assign(id: string, body: AssignTransactionBody, options: WriteOptions = {}): Promise<{
    /** Always true: what fails is answered with an error. */
    success: boolean
  }> {
    return this.#send({ method: 'POST', path: `/transactions/${part(id)}/expense`, body }, options)
  }
}

export class ExpensesCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List Expenses, Goals and credit card Expenses
   *
   * Needs the scope `data.read`.
   */
  async list(options: ReadOptions = {}): Promise<Expense[]> {
    return this.#send({ method: 'GET', path: '/expenses' }, options)
  }

  /**
   * Totals over every Expense, including the total set aside
   *
   * Needs the scope `data.read`.
   */
  async summarize(options: ReadOptions = {}): Promise<ExpenseSummary> {
    return this.#send({ method: 'GET', path: '/expenses/summary' }, options)
  }

  /**
   * List the groups of Expenses
   *
   * Needs the scope `data.read`.
   */
  async listGroups(options: ReadOptions = {}): Promise<ExpenseGroup[]> {
    return this.#send({ method: 'GET', path: '/expense-groups' }, options)
  }

  /**
   * List past movements between Expenses, newest first
   *
   * At most 500. `before` continues from the last one listed.
   *
   * Needs the scope `data.read`.
   */
  async listTransfers(query: ListExpenseTransfersQuery = {}, options: ReadOptions = {}): Promise<ExpenseTransfer[]> {
    return this.#send({ method: 'GET', path: '/expense-transfers', query }, options)
  }

  /**
   * Move money from one Expense to another
   *
   * Nothing leaves the bank; only the earmarking changes. Send an Idempotency-Key: a repeat without one moves
   * the money twice.
   *
   * Needs the scope `data.write`.
   */
  async transfer(body: TransferBetweenExpensesBody, options: WriteOptions = {}): Promise<ExpenseTransfer> {
    return this.#send({ method: 'POST', path: '/expense-transfers', body }, options)
  }
}

export class CategoriesCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List the catalog used for `category_id`
   *
   * Needs the scope `data.read`.
   */
  async list(options: ReadOptions = {}): Promise<Category[]> {
    return this.#send({ method: 'GET', path: '/categories' }, options)
  }
}

export class FundingSchedulesCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * List the paydays that fund Expenses and when each next runs
   *
   * Needs the scope `data.read`.
   */
  async list(options: ReadOptions = {}): Promise<FundingSchedule[]> {
    return this.#send({ method: 'GET', path: '/funding-schedules' }, options)
  }
}

export class SettingsCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Show the household’s settings
   *
   * Needs the scope `data.read`.
   */
  async show(options: ReadOptions = {}): Promise<Settings> {
    return this.#send({ method: 'GET', path: '/settings' }, options)
  }
}

export class AnalyticsCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Net worth today and at the last twelve month ends
   *
   * A past balance is today’s balance less later transactions. The settings define when months begin.
   *
   * Needs the scope `data.read`.
   */
  async showNetWorth(options: ReadOptions = {}): Promise<NetWorth> {
    return this.#send({ method: 'GET', path: '/analytics/net-worth' }, options)
  }

  /**
   * Spending by category, merchant or month
   *
   * By default this month to today, by category. The settings define when months begin; a month is named after
   * the calendar month in which it begins. Only transactions of type `expense` in the household’s currency.
   *
   * Needs the scope `data.read`.
   */
  async showSpending(query: ShowSpendingQuery = {}, options: ReadOptions = {}): Promise<Spending> {
    return this.#send({ method: 'GET', path: '/analytics/spending', query }, options)
  }
}

export class SyncCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Show the state of every provider
   *
   * Needs the scope `data.read`.
   */
  async showStatus(options: ReadOptions = {}): Promise<SyncStatus> {
    return this.#send({ method: 'GET', path: '/sync/status' }, options)
  }

  /**
   * Ask connected providers for new transactions
   *
   * Without `provider`, every connected one. Answers at once; the import runs in the background.
   *
   * Needs the scope `data.write`.
   */
  async request(body: RequestSyncBody, options: WriteOptions = {}): Promise<SyncRequest> {
    return this.#send({ method: 'POST', path: '/sync', body }, options)
  }
}

export class WebhooksCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Create a webhook
   *
   * Only this answer contains the signing secret; a replay of it does not. URL and secret never change: create
   * another webhook and remove this one. At most 10 webhooks per member and account, paused ones included.
   *
   * Needs the scope `data.write`.
   */
  async create(body: CreateWebhookBody, options: WriteOptions = {}): Promise<CreatedWebhook> {
    return this.#send({ method: 'POST', path: '/webhooks', body }, options)
  }

  /**
   * List your webhooks and the state of their deliveries
   *
   * Needs the scope `data.read`.
   */
  async list(options: ReadOptions = {}): Promise<Webhook[]> {
    return this.#send({ method: 'GET', path: '/webhooks' }, options)
  }

  /**
   * Change the headers of a webhook, pause it or resume it
   *
   * Without `headers` the saved ones stay; `{}` clears them; an object replaces them all. Pausing cancels
   * waiting deliveries; after resuming, only new events are delivered.
   *
   * Needs the scope `data.write`.
   */
  async change(id: string, body: ChangeWebhookBody, options: WriteOptions = {}): Promise<Webhook> {
    return this.#send({ method: 'PATCH', path: `/webhooks/${part(id)}`, body }, options)
  }

  /**
   * Remove a webhook and its waiting deliveries
   *
   * Needs the scope `data.write`.
   */
  async remove(id: string, options: WriteOptions = {}): Promise<{
    /** Always true: what fails is answered with an error. */
    success: boolean
  }> {
    return this.#send({ method: 'DELETE', path: `/webhooks/${part(id)}` }, options)
  }

  /**
   * Send a test event
   *
   * At most once a minute for each webhook.
   *
   * Needs the scope `data.write`.
   */
  async test(id: string, options: WriteOptions = {}): Promise<QueuedEvent> {
    return this.#send({ method: 'POST', path: `/webhooks/${part(id)}/test` }, options)
  }

  /**
   * List deliveries with their attempts, newest event first
   *
   * Deliveries are kept for 30 days.
   *
   * An extension of the specification.
   *
   * Needs the scope `data.read`.
   */
  async listDeliveries(id: string, query: ListDeliveriesQuery = {}, options: ReadOptions = {}): Promise<WebhookDelivery[]> {
    return this.#send({ method: 'GET', path: `/webhooks/${part(id)}/deliveries`, query }, options)
  }

  /**
   * Deliver one event again
   *
   * Immediately, under the same event id and with eight new attempts, even if it was delivered before.
   *
   * An extension of the specification.
   *
   * Needs the scope `data.write`.
   */
  async redeliver(id: string, deliveryId: string, options: WriteOptions = {}): Promise<QueuedEvent> {
    return this.#send({ method: 'POST', path: `/webhooks/${part(id)}/deliveries/${part(deliveryId)}/redeliver` }, options)
  }

  /**
   * Deliver all transaction events since a moment again
   *
   * Under the same event ids, so that a receiver that deduplicates takes only the events it lacks. Waiting
   * deliveries stay as they are.
   *
   * An extension of the specification.
   *
   * Needs the scope `data.write`.
   */
  async replay(id: string, body: ReplayEventsBody, options: WriteOptions = {}): Promise<{
    /** The number of events that are delivered again. */
    queued: number
  }> {
    return this.#send({ method: 'POST', path: `/webhooks/${part(id)}/replay`, body }, options)
  }
}

/** Where each operation of the OpenAPI document is in the client, by its operation id. */
export const operationNames = {
  describeKey: 'key.describe',
  listAccounts: 'accounts.list',
  summarizeAccounts: 'accounts.summarize',
  setSubscription: 'accounts.setSubscription',
  listConnections: 'connections.list',
  listCatalog: 'connections.listCatalog',
  replaceSelection: 'connections.replaceSelection',
  discoverAccounts: 'connections.discoverAccounts',
  listTransactions: 'transactions.list',
  recordTransaction: 'transactions.record',
  summarizeTransactions: 'transactions.summarize',
  recordTransactions: 'transactions.recordMany',
  showTransaction: 'transactions.show',
  editTransaction: 'transactions.edit',
  assignTransaction: 'transactions.assign',
  listExpenses: 'expenses.list',
  summarizeExpenses: 'expenses.summarize',
  listExpenseGroups: 'expenses.listGroups',
  listExpenseTransfers: 'expenses.listTransfers',
  transferBetweenExpenses: 'expenses.transfer',
  listCategories: 'categories.list',
  listFundingSchedules: 'fundingSchedules.list',
  showSettings: 'settings.show',
  showNetWorth: 'analytics.showNetWorth',
  showSpending: 'analytics.showSpending',
  showSyncStatus: 'sync.showStatus',
  requestSync: 'sync.request',
  createWebhook: 'webhooks.create',
  listWebhooks: 'webhooks.list',
  changeWebhook: 'webhooks.change',
  removeWebhook: 'webhooks.remove',
  testWebhook: 'webhooks.test',
  listDeliveries: 'webhooks.listDeliveries',
  redeliverEvent: 'webhooks.redeliver',
  replayEvents: 'webhooks.replay',
} as const
