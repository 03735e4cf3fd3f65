import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type FollowedEntry, loadCatalog } from '#/sources/provider/catalog.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { addDays, toDay } from '#/core/values/day.ts'
import { bankAccount, connected, openBank } from '../../../test/support/bank.ts'
import { importBatch } from './import-batch.ts'
import { importRows } from './import-rows.ts'
import { findSeparatePayments } from './separate-payments.ts'

const first = toDay('2025-10-01')

function row(
  id: string,
  day: number,
  changes: Partial<ProviderTransaction> = {},
): Omit<ProviderTransaction, 'account'> {
  return {
    externalId: id,
    status: 'booked',
    amount: -(1000 + (day % 5)),
    currency: 'EUR',
    bookedOn: addDays(first, day),
    occurredOn: null,
    occurredAt: null,
    rawDescription: `CORNER BAKERY ${day % 3}`,
    merchant: 'Corner Bakery',
    memo: null,
    mcc: null,
    providerCategory: null,
    replacesExternalId: null,
    ...changes,
  }
}

/** An account whose history is half imported, with one manual transaction. */
async function givenAccount() {
  const home = await connected(await openBank([bankAccount('A')]))
  const { product, householdId, connectionId, transactions } = home
  const within = <T>(work: (writer: WriteContext, entry: FollowedEntry) => Promise<T>) =>
    inTransaction(product.db, async (db) => {
      const begun = await beginWrite({ ...product.runtime, db }, householdId)
      const [entry] = await loadCatalog(db, householdId, connectionId)
      const caller = { householdId, zone: 'Europe/Madrid' }
      const { accountId } = entry!
      const followed = { ...entry!, accountId: accountId! }
      return work({ ...product.runtime, db, ...begun, caller }, followed)
    })
  const entry = await within(async (_, followed) => followed)
  const of = (rows: readonly Omit<ProviderTransaction, 'account'>[]) =>
    rows.map((one): ProviderTransaction => ({ ...one, account: entry.ref }))
  const earlier = of([
    row('changes', 2),
    row('is-reused', 3, { amount: -777 }),
    row('stays', 4),
    row('flips', 60, { status: 'pending' }),
    row('is-booked', 61, { status: 'pending', amount: -4321 }),
    row('tipped', 62, { status: 'pending', amount: -2000, merchant: 'Trattoria' }),
  ])
  await within((writer) => importRows(writer, { entry, rows: earlier, isHistory: true }))
  await transactions.recordTransaction({
    body: {
      account_id: entry.accountId,
      amount: -1003,
      concept: 'Corner Bakery',
      booked_at: addDays(first, 33),
    },
  })
  const known = async () => {
    const { rows } = await sql<object>`
      select m.external_id, m.status as mirrored, m.amount as listed, m.booked_on, m.removed_at is null as open,
        t.amount, t.booked_at, t.concept, t.provider, t.status, t.history, t.deleted_at is not null as deleted,
        array(select o.external_id from provider_transactions o
          where o.household_id = m.household_id and o.transaction_id = m.transaction_id
          order by 1) as mirrors
      from transactions t
      left join provider_transactions m on m.household_id = t.household_id and m.transaction_id = t.id
      where t.household_id = ${householdId}
      order by m.external_id, t.booked_at, t.amount, t.concept`.execute(product.db)
    const { rows: possible } = await sql<object>`
      select p.amount as pending, b.amount as booked from match_suggestions s
      join transactions p on p.household_id = s.household_id and p.id = s.pending_id
      join transactions b on b.household_id = s.household_id and b.id = s.booked_id
      where s.household_id = ${householdId} order by 1, 2`.execute(product.db)
    return { rows, possible }
  }
  return { entry, within, of, known }
}

test('a history stored in slices gives the same result as one stored whole', async () => {
  const [whole, sliced] = [await givenAccount(), await givenAccount()]
  const next = [
    row('flips', 60, { amount: -1000 }),
    row('other-tip', 64, { amount: -2300, merchant: 'Trattoria' }),
    ...Array.from({ length: 95 }, (_, day) => row(`day-${day}`, day)),
    row('changes', 2, { rawDescription: 'CORNER BAKERY CORRECTED' }),
    row('is-reused', 20, { amount: 500_00, rawDescription: 'SALARY', merchant: 'Employer' }),
    row('stays', 4),
    row('settles', 90, { amount: -4321, replacesExternalId: 'is-booked' }),
    row('is-new', 94, { status: 'pending' }),
    row('same-unit', 94, { replacesExternalId: 'is-new' }),
  ]
  const expected = await whole.within((writer, entry) =>
    importRows(writer, { entry, rows: whole.of(next), isHistory: true }),
  )
  const isSeparate = await sliced.within(findSeparatePayments)
  const { length } = sliced.of(next).filter(isSeparate)
  assert.ok(length > 30 && length < next.length - 30, `${length} separate`)
  const [imported] = await sliced.within((writer, entry) =>
    importBatch(writer, sliced.of(next), {
      accounts: [{ entry, isHistory: true }],
      sliceRows: 7,
    }),
  )
  assert.deepEqual(imported, expected)
  const known = await sliced.known()
  assert.deepEqual(known, await whole.known())
  // At least four updates: a correction, a booked pending, a booking that names its pending, a manual transaction.
  assert.deepEqual([expected.reused, expected.updated >= 4], [1, true])
  assert.ok(known.rows.length > next.length)
})
