// The structure of src as it is meant to be; `architecture.test.ts` holds the code to it.

/**
 * The eleven districts of src, each with its rooms. Read it as a text: a file imports its own room and the rooms named
 * before it, in its own district and in those above. `.` is the district's own folder.
 */
const law = `
  core       values calendar
  platform   contract database database/distributing postgres outbound settings logging batching runtime idempotency leases mail mail/outbox audited
  notices    rules . push outbox delivering managing
  access     households mails sessions oidc sign-in-methods keys limits request-log
  webhooks   signing . delivering managing
  budget     accounts categories/words categories categories/starter expenses/rules expenses expenses/by-hand funding/rules funding reports transactions/naming transactions/filing transactions/searching transactions assignments/rules assignments assignments/past transactions/recording transactions/writing transactions/splitting reconciling settings cards proposals insights
  sources    provider simplefin plaid enable-banking statements statements/csv statements/csv/detecting statements/markup statements/swift statements/quicken statements/tables statements/reading renaming intake intake/suggestions banks/connections banks/sync banks/connecting files/balances files/matching files/readings files files/at-once wallet moving-in/applications moving-in
  documents  . lists journals archive demo
  people     members access . mails single-sign-on
  backups    . moving automatic first-visit
  app        web-files api-docs home notices calendar calendar-feed mcp metrics http/wire http/guards http/incoming http workers doctor cli/serving cli/parsing cli/words cli/help cli/completion cli/remote cli/budgeting cli/mcp cli/commands cli
`

/** All rooms in the order of the law, as paths below src. */
export const rooms: readonly string[] = law
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [district, ...names] = line.trim().split(/\s+/)
    return names.map((name) => (name === '.' ? district! : `${district}/${name}`))
  })

/** Rooms that could be packages of their own: they import nothing of ours. */
export const leaves = [
  'core/values',
  'platform/postgres',
  'platform/outbound',
  'app/web-files',
  'app/api-docs',
]

/** The most files that one folder of src holds. */
export const FILES_MAX = 30

/** The rules of the product: functions of their arguments alone. They import only values and each other. */
export const pure = [
  'budget/accounts/cash.ts',
  'budget/accounts/transfer-days.ts',
  'budget/assignments/rules/choose-expense.ts',
  'budget/assignments/rules/evidence.ts',
  'budget/assignments/rules/fit-bill.ts',
  'budget/assignments/past/past-movement.ts',
  'budget/cards/propose-cover.ts',
  'budget/reconciling/likely-rows.ts',
  'core/calendar/occurrences.ts',
  'core/calendar/paydays.ts',
  'app/calendar-feed/plain-text.ts',
  'app/calendar-feed/number-events.ts',
  'budget/categories/choose.ts',
  'budget/categories/file-categories.ts',
  'budget/categories/keywords.ts',
  'budget/categories/look.ts',
  'budget/categories/meanings.ts',
  'budget/categories/merchant-codes.ts',
  'budget/categories/provider-codes.ts',
  'budget/categories/rule.ts',
  'budget/categories/starter/starter-sets.ts',
  'budget/categories/words/income.ts',
  'budget/categories/words/looks.ts',
  'budget/categories/words/meanings.ts',
  'budget/categories/words/plain-words.ts',
  'budget/categories/words/spending.ts',
  'sources/banks/connections/status.ts',
  'budget/expenses/look.ts',
  'budget/expenses/rules/adopt-terms.ts',
  'budget/expenses/rules/card-reserve.ts',
  'budget/expenses/rules/contribution.ts',
  'budget/expenses/rules/cover.ts',
  'budget/expenses/rules/explain.ts',
  'budget/expenses/rules/fund-by-hand.ts',
  'budget/expenses/rules/given.ts',
  'budget/expenses/rules/holding.ts',
  'budget/expenses/rules/lanes.ts',
  'budget/expenses/rules/postings.ts',
  'budget/expenses/rules/put-back.ts',
  'budget/expenses/rules/reserve.ts',
  'budget/expenses/rules/roll-over.ts',
  'budget/expenses/rules/settlement.ts',
  'access/sign-in-methods/passkey-host.ts',
  'access/sign-in-methods/recovery-code.ts',
  'budget/funding/rules/continue-payday.ts',
  'budget/funding/rules/finish.ts',
  'budget/funding/rules/forecast.ts',
  'budget/funding/rules/forecast-months.ts',
  'budget/funding/rules/plan.ts',
  'budget/funding/rules/process-days.ts',
  'notices/rules/kinds.ts',
  'notices/rules/say.ts',
  'notices/rules/way.ts',
  'notices/rules/when.ts',
  'platform/mail/lay-out.ts',
  'access/households/rights.ts',
  'app/home/coming-up.ts',
  'app/home/equation.ts',
  'app/home/month.ts',
  'access/households/standing.ts',
  'app/http/guards/client-address.ts',
  'app/http/guards/credential.ts',
  'app/http/wire/request-id.ts',
  'access/keys/allowed-from.ts',
  'access/keys/restrictions.ts',
  'access/keys/token.ts',
  'access/limits/window.ts',
  'platform/settings/api-limits.ts',
  'platform/outbound/check-url.ts',
  'platform/outbound/check-webhook-headers.ts',
  'platform/outbound/headers.ts',
  'platform/outbound/public-address.ts',
  'people/members/order-by-reference.ts',
  'people/common-passwords.ts',
  'people/leaked-passwords.ts',
  'people/password-rules.ts',
  'budget/insights/find-recurring.ts',
  'budget/insights/worth-over-time.ts',
  'budget/proposals/bill-amount.ts',
  'budget/proposals/common-name.ts',
  'budget/proposals/find-proposals.ts',
  'budget/proposals/own-words.ts',
  'budget/proposals/add-moved.ts',
  'budget/proposals/propose.ts',
  'budget/proposals/regularity.ts',
  'budget/proposals/unplanned.ts',
  'sources/provider/bank-provider.ts',
  'sources/simplefin/quota.ts',
  'access/request-log/redact.ts',
  'budget/reports/explain-change.ts',
  'budget/reports/spans.ts',
  'access/sessions/session.ts',
  'sources/intake/alike.ts',
  'sources/intake/explains-amount.ts',
  'sources/intake/match-payments.ts',
  'sources/banks/connections/recognise-accounts.ts',
  'sources/banks/sync/schedule.ts',
  'sources/moving-in/applications/account-kind.ts',
  'sources/moving-in/applications/moved.ts',
  'sources/moving-in/applications/notice-once.ts',
  'sources/moving-in/pair-rows.ts',
  'budget/transactions/parts.ts',
  'budget/transactions/searching/grammar.ts',
  'budget/transactions/searching/names.ts',
  'budget/transactions/writing/counted.ts',
  'budget/transactions/naming/booking-words.ts',
  'budget/transactions/naming/brand-words.ts',
  'budget/transactions/naming/card-payment.ts',
  'budget/transactions/naming/descriptor-noise.ts',
  'budget/transactions/naming/descriptor.ts',
  'budget/transactions/naming/ending.ts',
  'budget/transactions/naming/leading.ts',
  'budget/transactions/naming/match-transfers.ts',
  'budget/transactions/naming/merchant.ts',
  'budget/transactions/naming/months.ts',
  'budget/transactions/naming/named-fields.ts',
  'budget/transactions/naming/piece-words.ts',
  'budget/transactions/naming/places.ts',
  'sources/renaming/renew-name.ts',
  'budget/transactions/naming/shop-words.ts',
  'budget/transactions/naming/strip.ts',
  'budget/transactions/naming/tail-words.ts',
  'budget/transactions/naming/titled.ts',
  'budget/transactions/naming/tokens.ts',
  'budget/transactions/naming/transfer-words.ts',
  'webhooks/delivering/backoff.ts',
  'webhooks/signing/event-id.ts',
  'webhooks/delivering/explain-status.ts',
  'webhooks/signing/sign.ts',
  'webhooks/delivering/verdict.ts',
  'webhooks/signing/verify.ts',
]

/** Computation that the platform brings along; only types come from the contract. */
export const harmless = [
  'node:crypto',
  'node:net',
  'node:zlib',
  // A table that is read once, like the text of a module.
  'budget/transactions/naming/brands.ts',
  'platform/contract/codes.ts',
  'platform/contract/endpoint.ts',
  'platform/contract/resources.ts',
  'platform/outbound/failure.ts',
]

/**
 * Files that open a transaction that is not a household's write, and why. Every other one begins with `beginWrite`, so that
 * no writer meets a household whose days are not worked off.
 */
export const withoutBeginning: Readonly<Record<string, string>> = {
  'app/calendar-feed/keep-events.ts': 'numbers the events of a calendar, which moves no money',
  'documents/demo/older-history.ts': 'adds to a household that nobody uses yet',
  'documents/load.ts': 'makes a household',
  'access/sessions/open.ts': 'concerns a person',
  'access/sign-in-methods/authenticator.ts': 'concerns a person',
  'access/sign-in-methods/passkeys.ts': 'concerns a person',
  'app/notices/look-at-households.ts': 'reads the household, and writes only notices of it',
  'budget/funding/run-household.ts': 'works off the days itself',
  'platform/database/distributing/distribute-tables.ts': 'moves tables, and changes no row',
  'platform/idempotency/with-idempotency-key.ts': 'claims a key',
  'sources/files/choose-accounts.ts': 'keeps files that are not imported yet',
  'sources/files/preview.ts': 'keeps a file that is not imported yet',
  'sources/moving-in/upload.ts': 'keeps files until their move is done',
  'access/keys/change.ts': 'changes what a key may do, which must not wait for another write',
  'access/keys/places.ts': 'notes where keys are used',
  'backups/automatic/lock.ts': 'holds a lock and writes nothing',
  'access/keys/revoke.ts': 'ends a key, which must not wait for another write',
  'people/access/mine.ts': 'concerns a person; what ends in a household begins a write of it',
  'people/create-household.ts': 'makes a household',
  'people/access/lock.ts': 'concerns a person',
  'people/mails/answer-asked.ts': 'concerns a person',
  'people/delete-account.ts': 'concerns a person; leaving a household begins a write of it',
  'people/set-password.ts': 'concerns a person',
  'people/single-sign-on/back-channel.ts': 'concerns a person',
  'people/single-sign-on/finish.ts': 'concerns a person',
  'people/single-sign-on/unlink.ts': 'concerns a person',
  'people/sign-in.ts': 'concerns a person',
  'people/set-up.ts': 'makes a household',
  'sources/banks/connecting/end-items.ts': 'tells a bank of households that are gone',
  'webhooks/managing/create.ts': 'adds a destination, which moves no money',
  'webhooks/delivering/queues.ts': 'hands out deliveries',
}
