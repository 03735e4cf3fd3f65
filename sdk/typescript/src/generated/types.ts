// Written by sdk/typescript/generate.ts from the OpenAPI document. Do not edit.

export type Account = {
  /** The id of the account. */
  id: string
  /** The name that people gave the account, or its bank. */
  name: string
  /**
   * `depository` (current and savings accounts), `credit` (cards), `loan`, `investment`, `wallet` (cash and
   * prepaid money) or `other`.
   */
  type: 'depository' | 'credit' | 'loan' | 'investment' | 'wallet' | 'other'
  /** A finer type, such as `checking` or `savings`; null if it is not known. */
  subtype: string | null
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** Cents, signed from the owner’s side: debt is negative. */
  balance: number
  /** The amount that can be drawn, in cents; null if the bank does not report it. */
  available_balance: number | null
  /** The name of the bank; null if it is not known, or the account has no bank. */
  institution_name: string | null
  /** The last digits of the account’s number; null if the bank does not report them. */
  mask: string | null
  /** The bank connection, from `GET /connections`; null if the account has none. */
  connection_id: string | null
  /**
   * Where it comes from: `provider_a` (SimpleFIN), `provider_b` (Plaid), `wallet` (a device), `manual` or
   * `import` (a file).
   */
  provider: 'provider_a' | 'provider_b' | 'wallet' | 'manual' | 'import' | 'provider_c'
  /** True if transactions of the account are imported and announced to webhooks. */
  subscribed: boolean
  /** The household’s choice if this counts as cash; null: decided by its type. */
  spendable: boolean | null
  /** When the account was closed, in UTC; null: it is open. */
  closed_at: string | null
  /** The moment for which the balance holds, in UTC. */
  balance_as_of: string
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
}

export type AccountSummary = {
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** The moment for which the sums hold, in UTC. */
  as_of: string
  /** The sum of the balances in cents, signed from the owner’s side: debt is negative. */
  total_balance: number
  /** The sum of the balances above zero, in cents. */
  assets: number
  /** The sum of the balances below zero, in cents: zero or negative. */
  liabilities: number
  /**
   * Cash in cents: the balances of the accounts that count as cash, less pending payments that have not left the
   * bank yet if the settings say so.
   */
  spendable_balance: number
  /** The sum of the balances of all Expenses, in cents. */
  set_aside: number
  /** `spendable_balance` − `set_aside`, in cents. Negative: more is set aside than there is. */
  free_to_spend: number
  /** The number of visible accounts, of every currency. */
  account_count: number
  /** The accounts in the household’s currency, summed by type. */
  by_type: ({
    /**
     * `depository` (current and savings accounts), `credit` (cards), `loan`, `investment`, `wallet` (cash and
     * prepaid money) or `other`.
     */
    type: 'depository' | 'credit' | 'loan' | 'investment' | 'wallet' | 'other'
    /** The sum of the balances in cents, signed from the owner’s side: debt is negative. */
    balance: number
    /** The number of accounts that this counts. */
    account_count: number
  })[]
  /** All accounts, summed by currency. */
  by_currency: ({
    /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
    currency: string
    /** The sum of the balances in cents, signed from the owner’s side: debt is negative. */
    balance: number
    /** The number of accounts that this counts. */
    account_count: number
  })[]
}

export type AggregatorAccount = {
  /** Catalog identifier, for `account_ids`. */
  id: string
  /** The account in `GET /accounts`; null: it was never imported. */
  account_id: string | null
  /** The name that the bank gives the account. */
  name: string
  /** The type, as in `GET /accounts`. */
  type: string
  /** A finer type; null if it is not known. */
  subtype: string | null
  /** The currency of the account: upper-case ISO 4217. */
  currency: string
  /** Cents at the last contact; debt is negative; null if the bank reports none. */
  balance: number | null
  /** The last digits of the account’s number; null if the bank does not report them. */
  mask: string | null
  /** The name of the bank; null if it is not known, or the account has no bank. */
  institution_name: string | null
  /** True if the account is selected, so that it is imported. */
  subscribed: boolean
  /** False: the provider does not list the account any more. */
  available: boolean
  /** An account that is no longer listed and may be this one under a previous id; null: no such account is known. */
  may_be_account_id: string | null
  /** When the provider first listed the account, in UTC. */
  discovered_at: string
}

export type AggregatorSelection = {
  /** The connection that was asked about. */
  item_id: string
  /** The number of accounts that are selected. */
  selected_count: number
  /** Every account of the connection. */
  accounts: AggregatorAccount[]
}

export type BulkResult = {
  /** The number of transactions that were stored. */
  created: number
  /** The number of items that were stored before. */
  duplicates: number
  /** The number of items that were refused. */
  invalid: number
  /** One result for each item, in their order. */
  results: ({
    /** The place of the item in the request, from 0. */
    index: number
    /** What became of the item. */
    status: 'created' | 'duplicate' | 'invalid'
    /** The stored transaction; null if the item is invalid, or in a dry run. */
    transaction: Transaction | null
    /** Why the item is invalid; null: it is not. */
    error: {
      /** A code as in errors, such as `invalid_parameter`. */
      code: string
      /** The fault in words, for people; do not parse it. */
      message: string
      /** The field of the item at fault, if it is one. */
      param?: string
    } | null
  })[]
}

export type Category = {
  /** The id of the category. */
  id: string
  /** The name of the category. */
  name: string
  /** The type of the transactions that it is meant for. */
  kind: 'expense' | 'income' | 'transfer'
  /** The category that this one is part of; null: it stands by itself. */
  parent_id: string | null
  /** The name of the parent; null: it stands by itself. */
  group_name: string | null
  /** The icon chosen for it; null: none. `look` always has one. */
  icon: string | null
  /** The color chosen for it, in the words of the one who chose; null: none. */
  color: string | null
  /** True if Earmark needs it, so that it cannot be removed. */
  is_system: boolean
  /** True if lists to choose from leave it out. */
  is_hidden: boolean
  /** Its place in the order of the household, from 0. */
  position: number
  /** The hue and the icon (a name of lucide) to show: chosen, or guessed from the name. */
  look: {
    /** The name of a hue. */
    hue: 'rose' | 'red' | 'orange' | 'amber' | 'lime' | 'green' | 'teal' | 'cyan' | 'sky' | 'blue' | 'violet' | 'pink'
    /** The name of an icon of lucide. */
    icon: string
  }
  /** Earmark made it with the usual categories, and nobody has changed it since. */
  is_starter: boolean
  /** A transaction or a rule has it. */
  in_use: boolean
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
}

export type Connection = {
  /** The id of the connection. */
  id: string
  /** The id for `/aggregator/items/{id}`; the same as `id`. */
  item_id: string
  /** `provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking. */
  provider: 'provider_a' | 'provider_b' | 'provider_c'
  /** The name of the bank; null if the connection has several, or none yet. */
  institution_name: string | null
  /**
   * Anything but `healthy` and `syncing` has an `error`. `degraded`: one of its banks is at fault.
   * `reauth_required`: its owner must connect again.
   */
  status: 'healthy' | 'syncing' | 'degraded' | 'reauth_required' | 'payment_required' | 'revoked' | 'disconnected'
  /** True if the key’s member made the connection. */
  is_owner: boolean
  /** The number of accounts in its catalog. */
  account_count: number
  /** The number of accounts that are selected. */
  subscribed_account_count: number
  /** The banks of the connection. */
  institutions: ({
    /** The name of the bank. */
    name: string
    /** `healthy`, `stale` (nothing new for three days), or what is wrong. */
    status: string
    /** What is wrong, in words; null: nothing. */
    message: string | null
  })[]
  /** When the last import succeeded; null: none has succeeded yet. */
  last_synced_at: string | null
  /** When the provider was last asked, with or without success; null: never. */
  last_attempt_at: string | null
  /** When the next import is due, in UTC; null: none is planned. */
  next_sync_at: string | null
  /** When the bank’s consent ends, in UTC; null if that is not known. */
  consent_expires_at: string | null
  /** What is wrong; null: nothing. */
  error: {
    /** The status of the connection at fault, such as `reauth_required`. */
    code: string
    /** The fault in words, for people; do not parse it. */
    message: string
  } | null
  /** When this was first stored, in UTC. */
  created_at: string
}

export type CreatedWebhook = {
  /** The id of the webhook. */
  id: string
  /** The name that its member gave it. */
  name: string
  /** The destination of its deliveries. */
  url: string
  /** The names of the configured headers, never the values. */
  headers: string[]
  /** False: it is paused, and nothing is sent. */
  enabled: boolean
  /** `user`: a person paused it. `destination_gone`: the destination answered 410. Null: it is not paused. */
  paused_reason: 'user' | 'destination_gone' | null
  /**
   * `none`: nothing was sent yet. `pending`: a delivery waits for its first attempt. `retrying`: for another
   * one. Otherwise the result of the last delivery.
   */
  delivery_status: 'none' | 'pending' | 'retrying' | 'delivered' | 'failed'
  /** The delivery that was attempted last; null: none was. */
  last_delivery: {
    /** The id of the event: deduplicate by it. */
    event_id: string
    /** The result so far. */
    status: 'retrying' | 'delivered' | 'failed'
    /** The HTTP status; null: there was no HTTP answer. */
    http_status: number | null
    /** The number of attempts so far. */
    attempts: number
    /** The moment of the last attempt, in UTC. */
    at: string
  } | null
  /** The number of deliveries that wait. */
  pending_deliveries: number
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
  /** `whsec_` and 32 bytes in base64. Left out when the answer is replayed. */
  secret?: string
}

export type Expense = {
  /** The id of the Expense. */
  id: string
  /** The name of the Expense. */
  name: string
  /**
   * `expense`: a bill, or money for regular spending. `goal`: an amount to reach. `credit_card`: what is owed on
   * a linked card.
   */
  type: 'expense' | 'goal' | 'credit_card'
  /** The amount of one payment, or of the goal, in cents; null: no target (of a card, everything that is owed). */
  target_amount: number | null
  /** Cents set aside. Already includes `extraReserve`. */
  balance: number
  /** Which Expenses a payday serves first where money is short. */
  funding_priority: 'high' | 'normal' | 'low'
  /** 1, 3, 6 or 12; 2 for a bill that is paid every two months (an extension). */
  recurrence_interval_months?: 1 | 2 | 3 | 6 | 12
  /** Instead of months: 7, 14 or 28 days between two payments. */
  recurrence_interval_days?: 7 | 14 | 28
  /** The first due date, from which the others are counted, or a goal’s day; null: it has none. */
  recurrence_anchor_date: string | null
  /** Payments to hold in all, the next one included: 1 to 3. */
  fund_ahead_payment_count: number
  /** The day by which the payments held ahead are complete; null: no such day. */
  fund_ahead_build_by: string | null
  /** `balance` − `extraReserve`, in cents. */
  ordinaryBalance: number
  /** Cents held for payments after the next one. Already included in `balance`; never add it again. */
  extraReserve: number
  /** The balance that holds all payments asked for, in cents. */
  reserveGoal: number
  /** Cents missing to `reserveGoal`; never negative. */
  reserveShortfall: number
  /** Cents that the next payday is asked to give for the next payment. */
  ordinaryContribution: number
  /** Cents that the next payday is asked to give for payments after the next one. */
  fundAheadContribution: number
  /** `balance` ÷ the payment target, not rounded; 0 without a target. */
  paymentsReserved: number
  /** The group, from `GET /expense-groups`; null: it is in none. */
  group_id: string | null
  /** The linked card, from `GET /accounts`; null: no card is linked. */
  card_account_id: string | null
  /** The paydays that fund it, from `GET /funding-schedules`. */
  funding_schedule_ids: string[]
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** The next due date, or a goal’s target date; null: it has no date. */
  due_date: string | null
  /** Cents set aside for the next payment. */
  next_payment_amount: number
  /** Cents set aside for the payment that has come due. */
  ready_amount: number
  /** Cents already spent towards a goal or something needed once; 0 for all others. */
  spent_amount: number
  /** The next payday that funds it; null: it is paused, or no payday does. */
  next_contribution_date: string | null
  /** Cents: `ordinaryContribution` + `fundAheadContribution`. */
  next_contribution_amount: number
  /** False: the next payment is incomplete and no payday is left to complete it. */
  on_track: boolean
  /** The opposite of `on_track`. */
  is_behind: boolean
  /** True: paydays pass it by. */
  is_paused: boolean
  /** The hue and the icon (a name of lucide) to show: chosen, or guessed from the name. */
  look: {
    /** The name of a hue. */
    hue: 'rose' | 'red' | 'orange' | 'amber' | 'lime' | 'green' | 'teal' | 'cyan' | 'sky' | 'blue' | 'violet' | 'pink'
    /** The name of an icon of lucide. */
    icon: string
  }
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
}

export type ExpenseGroup = {
  /** The id of the group. */
  id: string
  /** The name of the group. */
  name: string
  /** Its place in the order of the household, from 0. */
  position: number
  /** Its Expenses, in their order. */
  expense_ids: string[]
  /** The sum of its Expenses’ `balance`, in cents. */
  balance: number
  /** The sum of its Expenses’ `target_amount`, in cents. */
  target_amount: number
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
}

export type ExpenseSummary = {
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** The number of Expenses. */
  expense_count: number
  /** The sum of their `balance`, in cents. */
  total_set_aside: number
  /** The sum of their `target_amount`, in cents; null counts 0. */
  total_target: number
  /** The sum of what they lack to their targets, in cents. */
  total_remaining: number
  /** The sum of their `extraReserve`, in cents. Already included in `total_set_aside`. */
  total_reserve: number
  /** The sum of their `reserveShortfall`, in cents. */
  total_shortfall: number
  /** The next payday; null: no payday funds an Expense. */
  next_contribution: {
    /** The first payday that funds any Expense. */
    date: string
    /** What all Expenses together ask of it, in cents. */
    amount: number
  } | null
  /** The same by type; types without an Expense are left out. */
  by_type: ({
    /**
     * `expense`: a bill, or money for regular spending. `goal`: an amount to reach. `credit_card`: what is owed
     * on a linked card.
     */
    type: 'expense' | 'goal' | 'credit_card'
    /** The number of Expenses of this type. */
    count: number
    /** The sum of their `balance`, in cents. */
    set_aside: number
    /** The sum of their `target_amount`, in cents. */
    target: number
  })[]
}

export type ExpenseTransfer = {
  /** The id of the movement. */
  id: string
  /** The Expense that gave the money. */
  from_expense_id: string
  /** The Expense that got the money. */
  to_expense_id: string
  /** The amount that was moved, in cents; positive. */
  amount: number
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** A note by the person who moved it; null: none. */
  note: string | null
  /** The balance of the giving Expense afterwards, in cents. */
  from_balance_after: number
  /** The balance of the other Expense afterwards, in cents. */
  to_balance_after: number
  /** `api`: by a key. `app`: in the application or on the command line. */
  source: 'api' | 'app'
  /** The person who moved it. */
  created_by: {
    /** The member who moved it. */
    member_id: string
    /** The key with which they did; null: without a key. */
    key_id: string | null
  }
  /** When this was first stored, in UTC. */
  created_at: string
}

export type FundingSchedule = {
  /** The id of the schedule. */
  id: string
  /** The name of the schedule. */
  name: string
  /** `biweekly`: every two weeks. `semimonthly`: on two days of each month. */
  frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly'
  /** Days of the month; 31 is the last day. Empty for schedules in weeks. */
  days: number[]
  /** The first payday; schedules in weeks are counted from it. */
  anchor: string
  /** A payday on a weekend pays on that day (`none`), or on the working day before or after. */
  weekend: 'none' | 'before' | 'after'
  /** Extra paydays in addition to the regular ones. */
  extra_days: string[]
  /** The rule as RFC 5545 writes it, without `weekend` and `extra_days`. */
  rrule: string
  /** The household’s IANA time zone. */
  timezone: string
  /** The first payday that has not run, possibly today; null: it is paused. */
  next_run_date: string | null
  /** The last payday that has run; null: none has. */
  last_run_date: string | null
  /** True unless `weekend` is `none`. */
  exclude_weekends: boolean
  /** True: a payday without enough money continues when income arrives within five days. */
  wait_for_deposit: boolean
  /** The account of its deposit; null: income on any account counts. */
  account_id: string | null
  /** The income that the forecast expects of each payday, in cents; null: none. */
  estimated_deposit: number | null
  /** Cents that all Expenses together ask of the next payday. */
  estimated_contribution: number
  /** False: the schedule is paused. */
  enabled: boolean
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
}

export type KeyDescription = {
  /** The personal or joint account (the household) of the key. */
  account_id: string
  /** The scopes of the key: `data.read`, or both. */
  scopes: ('data.read' | 'data.write')[]
  /** The key itself. */
  key: {
    /** The id of the key. */
    id: string
    /** When the key ends, in UTC. */
    expires_at: string
  }
  /** Both rate limits after this request. */
  rate_limit: {
    /** Requests that the key may make in a minute. */
    minute_limit: number
    /** Requests left to the key in this minute. */
    minute_remaining: number
    /** Requests that all keys together may make in an hour. */
    hour_limit: number
    /** Requests left to all keys together in this hour. */
    hour_remaining: number
  }
}

export type NetWorth = {
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** Today, in the household’s time zone. */
  as_of: string
  /** The sum of the balances above zero, in cents. */
  assets: number
  /** The sum of the balances below zero, in cents: zero or negative. */
  liabilities: number
  /** `assets` + `liabilities`, in cents. */
  net_worth: number
  /** The last twelve month ends and today, oldest first. */
  series: ({
    /** The last day of a month; of the present month, today. */
    date: string
    /** The sum of the balances above zero, in cents. */
    assets: number
    /** The sum of the balances below zero, in cents: zero or negative. */
    liabilities: number
    /** `assets` + `liabilities`, in cents. */
    net_worth: number
  })[]
  /** Today’s balance of every visible account. */
  by_account: ({
    /** The account, from `GET /accounts`. */
    account_id: string
    /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
    currency: string
    /** Cents today, signed from the owner’s side: debt is negative. */
    balance: number
  })[]
}

export type QueuedEvent = {
  /** The id of the event: deduplicate by it. */
  event_id: string
  /** When the event was queued, in UTC. */
  queued_at: string
}

export type Settings = {
  /** The name of the household. */
  name: string
  /** `personal`: one person. `joint`: several people share it. */
  kind: 'personal' | 'joint'
  /** The currency of the household, in which sums are written: upper-case ISO 4217. */
  currency: string
  /** The IANA time zone that decides which day it is, such as Europe/Madrid. */
  timezone: string
  /** How amounts and days are written; null: as each reader’s own device does. */
  locale: string | null
  /** The first day of the week in the application. */
  week_starts_on: 'monday' | 'sunday' | 'saturday'
  /** The day of the calendar month on which each month of the analytics begins. */
  month_starts_on_day: number
  /** How the application writes days; null: in the words of the locale. In this API they are YYYY-MM-DD. */
  date_format: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD.MM.YYYY' | null
  /** The rules by which free-to-spend is computed. */
  free_to_spend: {
    /** The amount that a payday leaves free to spend, in cents. */
    floor: number
    /** The accounts whose money counts as cash. */
    account_ids: string[]
    /** The types that count as cash where an account’s `spendable` is null; of `depository` checking and savings. */
    account_types: ('depository' | 'wallet' | 'investment' | 'other')[]
    /** True if pending payments are subtracted from free-to-spend. */
    include_pending: boolean
  }
  /** The plan and its standing. */
  plan: {
    /** The plan of the household. */
    code: 'free' | 'standard' | 'premium'
    /** `trialing` and `active` may write; `trial_ended` may read. */
    status: 'trialing' | 'active' | 'trial_ended' | 'lapsed' | 'closed'
    /** True if keys may use this API. */
    api_access: boolean
    /** When the trial ends, in UTC; null: there is no trial. */
    trial_ends_at: string | null
    /** When the plan renews, in UTC; null: it does not. */
    renews_at: string | null
  }
  /** The last change of these settings, in UTC. */
  updated_at: string
  /** The people of the household. */
  members: ({
    /** The id of the member. */
    id: string
    /** The name of the member. */
    name: string
    /** Owners manage people and settings. */
    role: 'owner' | 'member'
  })[]
}

export type Spending = {
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** The first day that counts. */
  from: string
  /** The last day that counts. */
  to: string
  /** What the groups are. */
  group_by: 'category' | 'merchant' | 'month'
  /** Money spent, in cents; positive. */
  spent: number
  /** Money that came back, in cents; positive. */
  refunded: number
  /** `refunded` − `spent`, in cents. */
  net: number
  /** The number of transactions that this counts. */
  transaction_count: number
  /** Largest `spent` first; months in their order. */
  groups: ({
    /**
     * Identifies the group: the category’s id (`uncategorized` without one), the merchant, or the month as
     * YYYY-MM.
     */
    key: string
    /** The name of the group, for people. */
    label: string
    /** The category of the group; null without one, or if grouped otherwise. */
    category_id: string | null
    /** Money spent, in cents; positive. */
    spent: number
    /** Money that came back, in cents; positive. */
    refunded: number
    /** `refunded` − `spent`, in cents. */
    net: number
    /** The number of transactions that this counts. */
    transaction_count: number
    /** The share of all `spent` in basis points: 10,000 are the whole. */
    share_bps: number
  })[]
}

export type SubscriptionState = {
  /** True if the account is followed now. */
  subscribed: boolean
  /** True: transactions that were imported before are kept. */
  history_retained: boolean
}

export type SyncRequest = {
  /** Identifies this request. */
  sync_id: string
  /** `queued` if at least one connection was queued. */
  status: 'queued' | 'already_running' | 'nothing_to_sync'
  /** The moment of the request, in UTC. */
  requested_at: string
  /** What was done for each provider. */
  providers: ({
    /** `provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking. */
    provider: 'provider_a' | 'provider_b' | 'provider_c'
    /** `skipped`: `reason` says why the provider is not asked. */
    status: 'queued' | 'already_running' | 'skipped' | 'nothing_to_sync'
    /** The number of connections that this counts. */
    connection_count: number
    /**
     * Why nothing was queued: `no_accounts_selected`, `synced_recently`, `provider_quota_exhausted`, or the
     * status of the connection; null: nothing hinders it.
     */
    reason: string | null
    /** Whole seconds after which it may be asked again; null: not limited. */
    retry_after: number | null
  })[]
}

export type SyncStatus = {
  /** The state that matters most: `syncing`, then `queued`, `error`, `idle`. */
  status: 'idle' | 'queued' | 'syncing' | 'error' | 'not_connected'
  /** When the last import succeeded; null: none has succeeded yet. */
  last_synced_at: string | null
  /** When the next import is due, in UTC; null: none is planned. */
  next_scheduled_at: string | null
  /** The providers that have a connection. */
  providers: ({
    /** `provider_a` is SimpleFIN, `provider_b` is Plaid. Extension: `provider_c` is Enable Banking. */
    provider: 'provider_a' | 'provider_b' | 'provider_c'
    /** The state that matters most: `syncing`, then `queued`, `error`, `idle`. */
    status: 'idle' | 'queued' | 'syncing' | 'error' | 'not_connected'
    /** The number of connections that this counts. */
    connection_count: number
    /** When the last import succeeded; null: none has succeeded yet. */
    last_synced_at: string | null
    /** When the provider was last asked, with or without success; null: never. */
    last_attempt_at: string | null
    /** When the provider may be asked again, in UTC; null: now. */
    next_allowed_at: string | null
    /** The provider’s limit of requests; null if it has none. */
    quota: {
      /** Requests that a connection may make in 24 hours. */
      limit: number
      /** Requests left; of several connections, to the one with the fewest. */
      remaining: number
      /** When the oldest counted request no longer counts, in UTC; null: none counts. */
      resets_at: string | null
    } | null
    /** What is wrong; null: nothing. */
    error: {
      /** The status of the connection at fault, such as `reauth_required`. */
      code: string
      /** The fault in words, for people; do not parse it. */
      message: string
    } | null
  })[]
}

export type Transaction = {
  /** The id of the transaction. */
  id: string
  /** The bank or wallet account of the transaction. */
  account_id: string
  /** The name of the merchant or the purpose, for people. */
  concept: string
  /** The descriptor as the bank sent it; null if `concept` is the same. */
  original_concept: string | null
  /** Cents, negative for spending. */
  amount: number
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** The day on which it was booked; of a pending one, when it was made. */
  booked_at: string
  /** `expense` (spending and its refunds), `income`, or `transfer` between own accounts. */
  type: 'expense' | 'income' | 'transfer'
  /** `pending`: the bank may still change or remove it. */
  status: 'pending' | 'booked'
  /** The category, from `GET /categories`; null: it has none, or its parts differ. */
  category_id: string | null
  /** The Expense that the transaction is spent from; null: free-to-spend pays it, or its parts differ. */
  expense_goal_id: string | null
  /** Private notes; null: none. No webhook gets them. */
  notes: string | null
  /**
   * Where it comes from: `provider_a` (SimpleFIN), `provider_b` (Plaid), `wallet` (a device), `manual` or
   * `import` (a file).
   */
  provider: 'provider_a' | 'provider_b' | 'wallet' | 'manual' | 'import' | 'provider_c'
  /** The id that its sender gave it, unique in its account; null: none. */
  external_id: string | null
  /**
   * Extension. The parts of a split transaction, which add up to `amount`; empty if it is not split.
   * `category_id` and `expense_goal_id` are those that all parts have, null where they differ. Summaries and
   * reports by category or Expense count the parts, all others the whole.
   */
  splits: TransactionPart[]
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
  /** Set on the tombstones of a change feed (`updated_since`), else null. */
  deleted_at: string | null
}

export type TransactionCreated = {
  /** The same for every attempt and every webhook: deduplicate by it. */
  eventId: string
  /** When the event was made, in UTC; the same for every attempt. */
  timestamp: string
  /** The name of the event. */
  name: 'transaction.created'
  /** What has happened. */
  data: {
    /** The personal or joint account (the household). */
    set_aside_account_id: string
    /** The transaction as it was when it was observed. */
    transaction: {
      /** The id of the transaction, for `GET /transactions/{id}`. */
      id: string
      /** The bank or wallet account of the transaction. */
      account_id: string
      /** Cents, negative for spending. */
      amount: number
      /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
      currency: string
      /** The name of the merchant or the purpose, for people. */
      concept: string
      /** The day on which it was booked; of a pending one, when it was made. */
      booked_at: string
      /** When this was first stored, in UTC. */
      created_at: string
      /** `expense` (spending and its refunds), `income`, or `transfer` between own accounts. */
      type: 'expense' | 'income' | 'transfer'
      /** `pending`: the bank may still change or remove it. */
      status: 'pending' | 'booked'
      /** The category, from `GET /categories`; null: it has none, or its parts differ. */
      category_id: string | null
      /** The Expense that the transaction is spent from; null: free-to-spend pays it, or its parts differ. */
      expense_goal_id: string | null
      /**
       * Where it comes from: `provider_a` (SimpleFIN), `provider_b` (Plaid), `wallet` (a device), `manual` or
       * `import` (a file).
       */
      provider: 'provider_a' | 'provider_b' | 'wallet' | 'manual' | 'import' | 'provider_c'
    }
  }
}

export type TransactionPage = {
  /** The transactions of this page. */
  data: Transaction[]
  /** The number of transactions that match, on all pages. */
  total: number
  /** The number of this page, from 1. */
  page: number
  /** The number of pages. */
  pages: number
  /** The most transactions on a page. */
  limit: number
  /** True if more transactions follow this page. */
  has_more: boolean
  /** The `cursor` that continues a change feed; null in lists by page. */
  next_cursor: string | null
}

export type TransactionPart = {
  /** Cents, with the sign of the whole. */
  amount: number
  /** The category of the part; null: it has none. */
  category_id: string | null
  /** The Expense that the part is spent from; null: free-to-spend pays it. */
  expense_goal_id: string | null
  /** A note about the part; null: none. */
  note: string | null
}

export type TransactionSummary = {
  /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
  currency: string
  /** The number of transactions. */
  count: number
  /** The sum of the transactions of type `income`, in cents. */
  income: number
  /** The sum of the transactions of type `expense`, refunds included, in cents: usually negative. */
  expense: number
  /** The sum of the transactions of type `transfer`, in cents. */
  transfer: number
  /** `income` + `expense`, in cents; transfers are left out. */
  net: number
  /** How many of them are pending. */
  pending_count: number
  /** The first day that counts; null: no limit. */
  from: string | null
  /** The last day that counts; null: no limit. */
  to: string | null
  /** The same for each currency, the household’s own included. */
  by_currency: ({
    /** The currency of the amounts: upper-case ISO 4217, such as EUR. */
    currency: string
    /** The number of transactions. */
    count: number
    /** The sum of the transactions of type `income`, in cents. */
    income: number
    /** The sum of the transactions of type `expense`, refunds included, in cents: usually negative. */
    expense: number
    /** The sum of the transactions of type `transfer`, in cents. */
    transfer: number
    /** `income` + `expense`, in cents; transfers are left out. */
    net: number
  })[]
}

export type Webhook = {
  /** The id of the webhook. */
  id: string
  /** The name that its member gave it. */
  name: string
  /** The destination of its deliveries. */
  url: string
  /** The names of the configured headers, never the values. */
  headers: string[]
  /** False: it is paused, and nothing is sent. */
  enabled: boolean
  /** `user`: a person paused it. `destination_gone`: the destination answered 410. Null: it is not paused. */
  paused_reason: 'user' | 'destination_gone' | null
  /**
   * `none`: nothing was sent yet. `pending`: a delivery waits for its first attempt. `retrying`: for another
   * one. Otherwise the result of the last delivery.
   */
  delivery_status: 'none' | 'pending' | 'retrying' | 'delivered' | 'failed'
  /** The delivery that was attempted last; null: none was. */
  last_delivery: {
    /** The id of the event: deduplicate by it. */
    event_id: string
    /** The result so far. */
    status: 'retrying' | 'delivered' | 'failed'
    /** The HTTP status; null: there was no HTTP answer. */
    http_status: number | null
    /** The number of attempts so far. */
    attempts: number
    /** The moment of the last attempt, in UTC. */
    at: string
  } | null
  /** The number of deliveries that wait. */
  pending_deliveries: number
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
}

export type WebhookDelivery = {
  /** An event is delivered to a webhook once: its id is the delivery’s. */
  id: string
  /** The id of the event: deduplicate by it. */
  event_id: string
  /** The name of the event. */
  event: 'transaction.created' | 'webhook.test'
  /** `retrying`: a failed delivery waits for another attempt. */
  status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled'
  /** Why it failed or was cancelled, in words; null: it did not, or was not. */
  reason: string | null
  /** Why it was cancelled; null: it was not. */
  obstacle: 'paused' | 'member_gone' | 'no_subscription' | 'not_followed' | null
  /** Attempts of the current run: a redelivery starts again at 0. */
  attempts: number
  /** When it is attempted next, in UTC; null: it is not. */
  next_attempt_at: string | null
  /** The HTTP status; null: there was no HTTP answer. */
  http_status: number | null
  /** Every attempt, oldest first. */
  log: ({
    /** When the attempt began, in UTC. */
    at: string
    /** How long it took, in milliseconds. */
    duration_ms: number
    /** The HTTP status; null: there was no HTTP answer. */
    http_status: number | null
    /** The kind of failure; null if there was an HTTP answer. */
    failure: 'bad_url' | 'bad_header' | 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'bad_response' | 'redirect' | null
    /** The error, in words; null: none. */
    error: string | null
    /** The first 2 KB of the answer; null: there was none. */
    answer: string | null
    /** False: the result came too late to count. */
    counted: boolean
  })[]
  /** The body as it is signed and sent. */
  body: string
  /** When this was first stored, in UTC. */
  created_at: string
  /** When this last changed, in UTC. */
  updated_at: string
}

export type WebhookTest = {
  /** The same for every attempt and every webhook: deduplicate by it. */
  eventId: string
  /** When the event was made, in UTC; the same for every attempt. */
  timestamp: string
  /** The name of the event. */
  name: 'webhook.test'
  /** What has happened. */
  data: {
    /** The personal or joint account (the household). */
    set_aside_account_id: string
    /** The webhook that is tested. */
    webhook: {
      /** The id of the webhook. */
      id: string
      /** The name of the webhook. */
      name: string
    }
  }
}

export type SetSubscriptionBody = {
  /** True follows the account, false stops following it. */
  subscribed: boolean
}

export type ReplaceSelectionBody = {
  /** The catalog ids of all accounts to import; an empty list selects none. */
  account_ids: readonly string[]
}

export type ListTransactionsQuery = {
  /** The page to list, from 1. */
  page?: number | undefined
  /** The number of transactions on a page. */
  limit?: number | undefined
  /** Only transactions of this type. */
  type?: 'expense' | 'income' | 'transfer' | undefined
  /** Only transactions of this account. */
  account_id?: string | undefined
  /** Only transactions of this category, or with a part of it. */
  category_id?: string | undefined
  /** Extension. `true`: only transactions that have no category. */
  without_category?: 'true' | undefined
  /** Only transactions that are spent from this Expense, or have a part that is. */
  expense_goal_id?: string | undefined
  /** Part of the concept, the raw descriptor or the notes, in any case. */
  search?: string | undefined
  /** First day, inclusive. */
  from?: string | undefined
  /** Last day, inclusive. */
  to?: string | undefined
  /** Always newest first. */
  sort?: 'booked_at' | 'created_at' | undefined
  /**
   * Extension. A change feed: transactions changed at or after this moment, deleted ones included, oldest change
   * first.
   */
  updated_since?: string | undefined
  /** Extension. Continues a change feed from the `next_cursor` of its last page. */
  cursor?: string | undefined
}

export type RecordTransactionBody = {
  /** The account that it belongs to, from `GET /accounts`. */
  account_id: string
  /** Cents, negative for spending. */
  amount: number
  /** The name of the merchant or the purpose, for people. */
  concept: string
  /** The day on which it was booked. */
  booked_at: string
  /** By default `expense` below zero, else `income`. */
  type?: 'expense' | 'income' | 'transfer' | undefined
  /** The category, from `GET /categories`; null: it has none. */
  category_id?: string | null | undefined
  /** The Expense to spend it from, from `GET /expenses`; null: free-to-spend pays it. */
  expense_goal_id?: string | null | undefined
  /** Private notes; null: none. */
  notes?: string | null | undefined
}

export type SummarizeTransactionsQuery = {
  /** The page to list, from 1. */
  page?: number | undefined
  /** The number of transactions on a page. */
  limit?: number | undefined
  /** Only transactions of this type. */
  type?: 'expense' | 'income' | 'transfer' | undefined
  /** Only transactions of this account. */
  account_id?: string | undefined
  /** Only transactions of this category, or with a part of it. */
  category_id?: string | undefined
  /** Extension. `true`: only transactions that have no category. */
  without_category?: 'true' | undefined
  /** Only transactions that are spent from this Expense, or have a part that is. */
  expense_goal_id?: string | undefined
  /** Part of the concept, the raw descriptor or the notes, in any case. */
  search?: string | undefined
  /** First day, inclusive. */
  from?: string | undefined
  /** Last day, inclusive. */
  to?: string | undefined
  /** Always newest first. */
  sort?: 'booked_at' | 'created_at' | undefined
}

export type RecordTransactionsBody = {
  /** The transactions to record: 1 to 500. */
  transactions: readonly ({
    /** The account that it belongs to, from `GET /accounts`. */
    account_id: string
    /** Cents, negative for spending. */
    amount: number
    /** The name of the merchant or the purpose, for people. */
    concept: string
    /** The day on which it was booked. */
    booked_at: string
    /** By default `expense` below zero, else `income`. */
    type?: 'expense' | 'income' | 'transfer' | undefined
    /** The category, from `GET /categories`; null: it has none. */
    category_id?: string | null | undefined
    /** The Expense to spend it from, from `GET /expenses`; null: free-to-spend pays it. */
    expense_goal_id?: string | null | undefined
    /** Private notes; null: none. */
    notes?: string | null | undefined
    /** Your own id of it, unique in its account: a repeat changes nothing; null: none. */
    external_id?: string | null | undefined
  })[]
  /** True reports what would happen, and stores nothing. By default false. */
  dry_run?: boolean | undefined
}

export type EditTransactionBody = {
  /** Cents, negative for spending. */
  amount?: number | undefined
  /** The name of the merchant or the purpose, for people. */
  concept?: string | undefined
  /** The day on which it was booked. */
  booked_at?: string | undefined
  /** The type. A change settles the transaction again. */
  type?: 'expense' | 'income' | 'transfer' | undefined
  /** The category, from `GET /categories`; null: it has none. */
  category_id?: string | null | undefined
  /** Private notes; null: none. */
  notes?: string | null | undefined
}

export type AssignTransactionBody = {
  /** The Expense to spend it from, from `GET /expenses`; null clears the assignment. */
  expense_goal_id: string | null
}

export type ListExpenseTransfersQuery = {
  /** Extension. Movements from or to this Expense. */
  expense_id?: string | undefined
  /** Extension. First day, inclusive, in the household’s time zone. */
  from?: string | undefined
  /** Extension. Last day, inclusive, in the household’s time zone. */
  to?: string | undefined
  /** Extension. The most movements to list. */
  limit?: number | undefined
  /** Extension. Continues after this movement: the last one listed so far. */
  before?: string | undefined
}

export type TransferBetweenExpensesBody = {
  /** The Expense that gives the money. */
  from_expense_id: string
  /** The Expense that gets the money; another one. */
  to_expense_id: string
  /** The amount to move, in cents; positive. */
  amount: number
  /** A note for people; null: none. */
  note?: string | null | undefined
}

export type ShowSpendingQuery = {
  /** First day, inclusive. By default the first day of the month of `to`. */
  from?: string | undefined
  /** Last day, inclusive. By default today. */
  to?: string | undefined
  /** What the groups are. */
  group_by?: 'category' | 'merchant' | 'month' | undefined
}

export type RequestSyncBody = {
  /** Asks the connections of this provider only. */
  provider?: 'provider_a' | 'provider_b' | 'provider_c' | undefined
}

export type CreateWebhookBody = {
  /** A name for people. */
  name: string
  /** http or https, leading to a public address. A fragment is dropped. */
  url: string
  /** Sent to the destination with every delivery. Values are never shown again. */
  headers?: Readonly<Record<string, string>> | undefined
}

export type ChangeWebhookBody = {
  /** Sent to the destination with every delivery. Values are never shown again. */
  headers?: Readonly<Record<string, string>> | undefined
  /** False pauses the webhook, true resumes it. */
  enabled?: boolean | undefined
}

export type ListDeliveriesQuery = {
  /** Only deliveries with this status. */
  status?: 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled' | undefined
  /** Only the delivery of this event. */
  event_id?: string | undefined
  /** Continues after this event: the last one listed so far. */
  before?: string | undefined
  /** The most deliveries to list. */
  limit?: number | undefined
}

export type ReplayEventsBody = {
  /** Events from this moment on. */
  since: string
}

/** Every code that the service answers with. */
export type ErrorCodes = {
  /** The request body is not valid JSON. */
  invalid_json: { type: 'invalid_request'; status: 400 }
  /** A parameter is invalid. */
  invalid_parameter: { type: 'invalid_request'; status: 400 }
  /** The request is larger than the service accepts. */
  request_too_large: { type: 'invalid_request'; status: 400 }
  /** Send your API key as `Authorization: Bearer <API_KEY>`. */
  missing_api_key: { type: 'authentication_error'; status: 401 }
  /** The API key is malformed, unknown, revoked, expired or no longer entitled. */
  invalid_api_key: { type: 'authentication_error'; status: 401 }
  /** The request carries a browser session cookie beside the API key; remove the cookie. */
  invalid_credential_context: { type: 'authentication_error'; status: 401 }
  /** The subscription has lapsed. */
  subscription_required: { type: 'permission_error'; status: 402 }
  /** The plan does not include the developer API. */
  plan_upgrade_required: { type: 'permission_error'; status: 403 }
  /** The API key is read only; this endpoint needs the scope data.write. */
  insufficient_scope: { type: 'permission_error'; status: 403 }
  /** Only the member who made the bank connection may do this. */
  not_connection_owner: { type: 'permission_error'; status: 403 }
  /** The account has been closed. */
  account_closed: { type: 'permission_error'; status: 410 }
  /** The trial has ended: the account can be read but not changed. */
  account_read_only: { type: 'permission_error'; status: 423 }
  /** No such endpoint. */
  endpoint_not_found: { type: 'not_found'; status: 404 }
  /** No such object. */
  resource_not_found: { type: 'not_found'; status: 404 }
  /** This Idempotency-Key was already used with a different request. */
  idempotency_key_reused: { type: 'conflict'; status: 409 }
  /** The first request with this Idempotency-Key is still running. */
  idempotency_key_in_progress: { type: 'conflict'; status: 409 }
  /** The Expense holds less than the amount to move. */
  insufficient_expense_balance: { type: 'conflict'; status: 409 }
  /** The account does not belong to a bank connection, so it cannot be subscribed to. */
  account_not_subscribable: { type: 'conflict'; status: 409 }
  /** You have ten webhooks on this account; remove one first. */
  webhook_limit_reached: { type: 'conflict'; status: 409 }
  /** The webhook is paused, so nothing would be sent. */
  webhook_paused: { type: 'conflict'; status: 409 }
  /** Too many requests this minute. */
  rate_limit_exceeded: { type: 'rate_limit_error'; status: 429 }
  /** Too many requests this hour. */
  account_rate_limit_exceeded: { type: 'rate_limit_error'; status: 429 }
  /** A webhook can be tested once a minute. */
  webhook_test_limit_exceeded: { type: 'rate_limit_error'; status: 429 }
  /** The bank data provider does not accept more requests for now. */
  provider_quota_exhausted: { type: 'rate_limit_error'; status: 429 }
  /** Something failed on the server; try again later. */
  internal_error: { type: 'api_error'; status: 500 }
  /** The service is not available right now; try again shortly. */
  service_unavailable: { type: 'api_error'; status: 503 }
}
