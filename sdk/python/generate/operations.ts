/** Where an operation of the API is found in the client, and how its inputs are called there. */
export type Place = {
  readonly group: string
  readonly method: string
  /** The names of the parameters in the path, in their order; each is called `id` in the document. */
  readonly path?: readonly string[]
  /** The name of the answer's type, where the document has none. */
  readonly answer?: string
  /** The names of types inside the body, by the name of the field. */
  readonly items?: Readonly<Record<string, string>>
}

/** The groups in the order in which the client has them, with what their class says. */
export const groups: Readonly<Record<string, string>> = {
  key: 'The API key itself.',
  accounts: 'Accounts: balances, and which accounts are followed.',
  connections: 'Connections to banks, and the accounts that they offer.',
  transactions: 'Transactions: list, search, record, change, follow.',
  expenses: 'Expenses: money set aside, and its moves between Expenses.',
  categories: 'Categories of transactions.',
  funding_schedules: 'Paydays that fund Expenses.',
  settings: 'Settings of the household.',
  analytics: 'Net worth and spending.',
  sync: 'Imports from banks.',
  webhooks: 'Webhooks: requests that Earmark sends about new transactions.',
}

/** Every operation of the document, by its id. The generator refuses one that is missing here, or too many. */
export const places: Readonly<Record<string, Place>> = {
  describeKey: { group: 'key', method: 'describe' },
  listAccounts: { group: 'accounts', method: 'list' },
  summarizeAccounts: { group: 'accounts', method: 'summarize' },
  setSubscription: { group: 'accounts', method: 'set_subscription', path: ['account_id'] },
  listConnections: { group: 'connections', method: 'list' },
  listCatalog: { group: 'connections', method: 'list_catalog', path: ['item_id'] },
  replaceSelection: { group: 'connections', method: 'replace_selection', path: ['item_id'] },
  discoverAccounts: { group: 'connections', method: 'discover_accounts', path: ['item_id'] },
  listTransactions: { group: 'transactions', method: 'list' },
  summarizeTransactions: { group: 'transactions', method: 'summarize' },
  showTransaction: { group: 'transactions', method: 'show', path: ['transaction_id'] },
  recordTransaction: { group: 'transactions', method: 'record' },
  recordTransactions: {
    group: 'transactions',
    method: 'record_batch',
    items: { transactions: 'NewTransaction' },
  },
  editTransaction: {
    group: 'transactions',
    method: 'edit',
    path: ['transaction_id'],
    answer: 'Success',
  },
  assignTransaction: {
    group: 'transactions',
    method: 'assign',
    path: ['transaction_id'],
    answer: 'Success',
  },
  listExpenses: { group: 'expenses', method: 'list' },
  summarizeExpenses: { group: 'expenses', method: 'summarize' },
  listExpenseGroups: { group: 'expenses', method: 'list_groups' },
  listExpenseTransfers: { group: 'expenses', method: 'list_transfers' },
  transferBetweenExpenses: { group: 'expenses', method: 'transfer' },
  listCategories: { group: 'categories', method: 'list' },
  listFundingSchedules: { group: 'funding_schedules', method: 'list' },
  showSettings: { group: 'settings', method: 'show' },
  showNetWorth: { group: 'analytics', method: 'show_net_worth' },
  showSpending: { group: 'analytics', method: 'show_spending' },
  showSyncStatus: { group: 'sync', method: 'show_status' },
  requestSync: { group: 'sync', method: 'request' },
  createWebhook: { group: 'webhooks', method: 'create' },
  listWebhooks: { group: 'webhooks', method: 'list' },
  changeWebhook: { group: 'webhooks', method: 'change', path: ['webhook_id'] },
  removeWebhook: {
    group: 'webhooks',
    method: 'remove',
    path: ['webhook_id'],
    answer: 'Success',
  },
  testWebhook: { group: 'webhooks', method: 'test', path: ['webhook_id'] },
  listDeliveries: { group: 'webhooks', method: 'list_deliveries', path: ['webhook_id'] },
  redeliverEvent: {
    group: 'webhooks',
    method: 'redeliver',
    path: ['webhook_id', 'delivery_id'],
  },
  replayEvents: {
    group: 'webhooks',
    method: 'replay',
    path: ['webhook_id'],
    answer: 'QueuedEvents',
  },
}
