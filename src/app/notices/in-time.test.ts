import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenNotices, startNotices } from '../../../test/support/given-notices.ts'
import { givenPerson } from '../../../test/support/given-person.ts'
import { transactions as transactionsApi } from '#/budget/transactions/contract.ts'
import { addOperator } from '#/people/operators.ts'

// Notices that are right only at their time: each test lets the time of its own instance pass.

test('a new instance needs no backup before its third day', async () => {
  const own = await startNotices({ backups: { folder: '/nowhere' } })
  await own.product.db
    .updateTable('schema_migrations')
    .set({ applied_at: own.product.runtime.now() })
    .execute()
  const given = await givenNotices({ on: own })
  const member = given.loaded.members['ada']!
  await addOperator(
    own.product.runtime,
    await givenPerson(own.product.runtime, given.loaded.household_id, member),
  )
  await given.choose({ kinds: ['backup_old'] })
  await given.addNtfy()
  await given.after({ hours: 48 })
  assert.deepEqual(given.titles(), [])
  await given.after({ hours: 30 })
  assert.deepEqual(given.titles(), ['There is no recent backup'])
})

test('with a digest of the week, a bill that is due before Monday does not wait for it', async () => {
  const given = await givenNotices()
  const weekly = { kinds: ['bill_due'], digest: 'week', quiet: { from: 9 * 60, until: 20 * 60 } }
  await given.choose(weekly)
  await given.addNtfy()
  await given.after({ hours: 24 * 24 })
  assert.deepEqual([given.titles(), await given.states()], [[], ['queued']])
  await given.choose({ ...weekly, language: 'de' })
  await given.after({ hours: 8 })
  assert.deepEqual(given.titles(), ['Rent ist am 1. Februar fällig'])
})

test('a payday that waits with a part says so, and says what its deposit adds', async () => {
  const given = await givenNotices()
  await given.db.updateTable('funding_schedules').set({ wait_for_deposit: true }).execute()
  await given.choose({ kinds: ['payday_ran', 'payday_late'] })
  await given.setBalance(180_000)
  await given.after({ hours: 24 * 24 })
  await given.member.request('POST', '/transactions', {
    body: {
      account_id: given.loaded.accounts['checking'],
      amount: 500_000,
      booked_at: '2026-01-29',
      concept: 'Salary',
      type: 'income',
    },
  })
  await given.after({ minutes: 1 })
  const said = (await given.app.listNotices({})).map(({ title, text }) => `${title}: ${text}`)
  assert.equal(said.length, 3)
  assert.match(
    said.join('\n'),
    /Payday: The payday of January 28 set \S+ aside\. The rest waits for the deposit\./,
  )
  assert.match(
    said.join('\n'),
    /Pay has arrived: With it, the payday of January 28 set \S+ aside\./,
  )
})

test('a higher price is one notice, also after its payment moves to another day', async () => {
  const given = await givenNotices()
  await given.choose({ kinds: ['price_rose'] })
  await given.addNtfy()
  for (const month of ['2025-09', '2025-10', '2025-11', '2025-12']) {
    await given.pay(1299, { concept: 'Streamflix', day: `${month}-05` })
  }
  await given.pay(1499, { concept: 'Streamflix', day: '2026-01-04' })
  await given.after({ minutes: 1 })
  assert.deepEqual(given.titles(), ['Streamflix costs more'])
  const transactions = given.member.client(transactionsApi)
  const { data } = await transactions.listTransactions({ query: { limit: 1 } })
  const params = { id: data[0]!.id }
  await transactions.editTransaction({ params, body: { booked_at: '2026-01-05' } })
  await given.after({ minutes: 1 })
  assert.deepEqual(given.titles(), [])
})
