/**
 * Describes fields where the contract says nothing, or too little for somebody who reads only the help of one command.
 * `expense.balance` counts for the commands that begin with `expense`.
 */
const texts: Readonly<Record<string, string>> = {
  name: 'The name that people see.',
  'settings.name': 'The name of the household.',
  'wallet.name': 'The name of the device.',
  'calendar-feed.name': 'The name of the calendar.',
  'calendar-feed.language': 'The language of its events.',
  kinds: 'The events that it shows, separated by commas.',
  months_ahead: 'Months ahead, 1 to 12.',
  months_back: 'Months back, 0 to 12.',
  'transaction.page': 'The page, from 1.',
  'transaction.limit': 'Transactions of a page at most.',
  booked_at: 'The day of the booking, such as 2026-11-20.',
  notes: 'Notes of your own; none: no notes.',
  'webhook.name': 'The name of the webhook.',
  'webhook.status': 'Only deliveries in this state.',
  'webhook.before': 'The id of an event: continue behind it.',
  'webhook.limit': 'Deliveries at most.',
  kind: 'Money out, money in, or between your own accounts.',
  parent_id: 'The category above it; none: it stands at the top.',
  icon: 'A name of lucide’s icons; none: guessed from the name.',
  hue: 'Its colour; none: guessed from the name.',
  color: 'A colour of your own as #rrggbb; none: the colour of --hue.',
  is_hidden: 'Hidden categories are not offered for new payments.',
  language: 'The language of the names.',
  expected_updated_at:
    'The updated_at that the change is based on; refused if somebody has changed the record since.',
  ids: 'All ids in the new order, separated by commas.',
  match: 'contains: the name or the bank’s own text contains --text; is: the name equals it.',
  text: 'The words to look for. Case, accents and punctuation do not matter.',
  direction: 'Only money in or only money out; none: either.',
  min_amount: 'The least amount in cents, in either direction; none: any.',
  max_amount: 'The largest amount in cents, in either direction; none: any.',
  'rule.account_id': 'Only payments of this account; none: of any.',
  'account.account_id': 'The earlier account.',
  'wallet.account_id': 'The account of the household.',
  concept: 'The name of the correcting transaction.',
  'rule.concept': 'The new name of the payment; none: unchanged.',
  'past.expense_id': 'The Expense that the payments belong to.',
  'account.type': 'The type of the account.',
  'expense.type': 'A bill or an envelope, a goal, or a credit card.',
  subtype: 'A narrower type. Of depository accounts, checking and savings count as cash.',
  'settings.currency': 'The currency of the household, such as EUR.',
  'account.currency': 'The currency, such as EUR; without it the household’s.',
  balance: 'The balance in cents at the end of the day; debt is negative: --balance=-21000.',
  'expense.balance': 'Cents that are set aside at once, from free-to-spend.',
  spendable: 'The account counts as cash; none: its type decides.',
  invert_balance: 'The bank reports debt as positive: turn its balance around.',
  day: 'The day, such as 2026-11-20; without it today.',
  'schedule.day': 'The day of the extra payday, such as 2026-11-20.',
  note: 'A note of your own; none: no note.',
  expected_difference:
    'The difference in cents that you have seen; refused if it is another one now.',
  reconciliation_id: 'The id that `account reconcile` has printed.',
  value: 'The value in cents; what is owed is negative: --value=-8000000.',
  timezone: 'The time zone in which days begin, such as Europe/Madrid.',
  floor: 'The cents that a payday leaves free to spend.',
  locale: 'How amounts and days are written, such as de-DE; none: as each device does.',
  date_format: 'How the application writes days; none: as the locale does.',
  week_starts_on: 'The first day of a week.',
  include_pending: 'Pending payments are taken off free-to-spend.',
  account_types: 'The types that count as cash, separated by commas.',
  transaction_ids: 'The ids of the payments, separated by commas.',
  change: 'The `undo` that the change has printed.',
  subject_id: 'Only changes of this record.',
  limit: 'Entries at most.',
  before: 'The id of an entry: continue behind it.',
  frequency: 'How often there is a payday.',
  weekend: 'A payday on a weekend is moved: not at all, before it, or after it.',
  estimated_deposit: 'The pay that is expected, in cents; none: not known.',
  paused: 'Paydays skip it.',
  group_id: 'Its group; none: without a group.',
  target_amount: 'The payment, or what a goal is to reach, in cents; none: no target.',
  funding_priority: 'The order in which a payday sets money aside.',
  recurrence_interval_months: 'The months between two payments; none: it is not paid by months.',
  recurrence_interval_days: 'Instead of months: the days between two payments.',
  fund_ahead_payment_count: 'Payments to hold at once; more than 1 builds a reserve.',
  fund_ahead_build_by: 'The day by which that reserve is complete.',
  funding_schedule_ids: 'The schedules that fund it, separated by commas; without it all.',
  card_account_id: 'For a credit card: its account.',
  'transaction.account_id': 'The account of the payment.',
  'transaction.booked_at': 'The day of the payment, such as 2026-11-20.',
  'transaction.category_id': 'The category of the payment; none: without one.',
  'transaction.concept': 'What the payment was for.',
  'transaction.expense_goal_id': 'The Expense that pays for it; none: free-to-spend.',
  'transaction.notes': 'A note of your own; none: no note.',
  'transaction.type': 'The type of the payment.',
  'webhook.enabled': 'Events are sent; false pauses it.',
  'webhook.event_id': 'Only deliveries of this event.',
  member_id: 'The holder of the device; without it the first owner.',
  'calendar-feed.member_id': 'The member whose calendar it is; without it the first owner.',
  alarm_days: 'Days before a bill at which programs remind of it, 0 to 14; none: not at all.',
}

type Described = {
  readonly name: string
  readonly words: string
  readonly description: string | undefined
}

/** Returns the sentence for a field as an option of a command; empty if nobody has written one. */
export function fieldText({ name, words, description }: Described): string {
  const [noun = ''] = words.split(' ')
  const own = texts[`${noun}.${name}`] ?? texts[name]
  return own ?? (description ?? '').replace(/^Extension\. /, '').replaceAll(/\bnull\b/gi, 'none')
}
