// Compiled by `npm run check`, never run: what the types of the SDK allow and refuse, under `strict`,
// `exactOptionalPropertyTypes` and `noUncheckedIndexedAccess`.
import { Earmark, EarmarkError, type EarmarkErrorOf, type ErrorCode } from '../src/index.ts'
import { sendSafely, type Transaction, verifyWebhook } from '../src/index.ts'

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const holds = <T extends true>(): T | undefined => undefined

const earmark = new Earmark({ url: 'https://budget.example', key: 'em_live_' })
const body = { account_id: '', amount: -1, concept: 'x', booked_at: '2026-01-01' }
const unset = undefined as string | undefined

// A field that may be left out may be undefined, so that options can be passed on.
void earmark.transactions.list({ search: unset, from: unset }, { signal: undefined })
void earmark.transactions.record({ ...body, notes: null }, { idempotencyKey: unset })
// @ts-expect-error a required field is missing
void earmark.transactions.record({ amount: -1, concept: 'x', booked_at: '2026-01-01' })
// @ts-expect-error a field has the wrong type
void earmark.transactions.record({ ...body, amount: '-1' })
// @ts-expect-error an unknown field
void earmark.transactions.assign('', { expense_goal_id: null, force: true })
// @ts-expect-error no such type of transaction
void earmark.transactions.list({ type: 'refund' })
// @ts-expect-error a read takes no Idempotency-Key
void earmark.accounts.list({ idempotencyKey: 'abcd1234' })
// @ts-expect-error the path needs an id
void earmark.transactions.show()
// @ts-expect-error there is no such operation
void earmark.transactions.remove('')
// @ts-expect-error a feed begins at a moment or at a cursor, not at both
void earmark.transactions.changes({ since: new Date(), cursor: '' })
// @ts-expect-error a feed begins somewhere
void earmark.transactions.changes({})
// @ts-expect-error the pages are the iterator's own
void earmark.transactions.iterate({ page: 2 })

const [first] = await earmark.accounts.list()
// @ts-expect-error there may be no account
void first.id
holds<Equal<NonNullable<typeof first>['balance'], number>>()
holds<Equal<Transaction['notes'], string | null>>()
for await (const one of earmark.transactions.iterate()) holds<Equal<typeof one, Transaction>>()
for await (const { changes, cursor } of earmark.transactions.changes({ cursor: '' })) {
  holds<Equal<typeof changes, readonly Transaction[]>>()
  holds<Equal<typeof cursor, string>>()
}

/** Every code is known, and decides type and status. */
export function explain(error: unknown): string {
  if (!(error instanceof EarmarkError)) throw error
  holds<Equal<typeof error.code, ErrorCode>>()
  // @ts-expect-error no such code
  if (error.code === 'too_late') return ''
  if (error.code === 'rate_limit_exceeded') {
    holds<Equal<typeof error.status, 429>>()
    holds<Equal<typeof error.type, 'rate_limit_error'>>()
    return `in ${error.retryAfter} s`
  }
  return error.code === 'plan_upgrade_required' ? (error.upgradeUrl ?? '') : error.message
}
export type Missing = EarmarkErrorOf<'resource_not_found'>
holds<Equal<Missing['status'], 404>>()

const event = await verifyWebhook(new Headers(), '', ['whsec_'], { tolerance: 60 })
if (event.name === 'transaction.created') void event.data.transaction.amount
// @ts-expect-error a test has no transaction
else void event.data.transaction
// @ts-expect-error the body is text or bytes
void verifyWebhook({}, { name: 'webhook.test' }, 'whsec_')

void sendSafely(() => new Request('http://x'), {
  fetch,
  wait: () => Promise.resolve(),
  signal: undefined,
})
