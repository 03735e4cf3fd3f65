import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import {
  camt,
  camtEntry,
  coffees,
  givenFiles,
  ofx,
  ofxRow,
} from '../../../../test/support/given-files.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })

test('a duplicate that a person marks as a separate payment is added once', async () => {
  const given = await givenFiles(product)
  await given.member.client(transactions).recordTransaction({
    body: {
      account_id: given.accountId,
      amount: -450,
      concept: 'Coffee',
      booked_at: '2026-03-02' as never,
    },
  })
  // One of the two coffees resembles the entered one; the other is new with any marks.
  const first = { alike: false, rows: [1] }
  assert.deepEqual(await given.take(coffees, first), {
    format: 'csv',
    read: 3,
    added: 3,
    duplicates: 0,
  })
  const again = { format: 'csv', read: 3, added: 0, duplicates: 3 }
  assert.deepEqual(await given.take(coffees, first), again)
  assert.deepEqual(await given.take(coffees), again)
  assert.deepEqual(await given.take(coffees, { alike: true, rows: [] }), again)
  // Mark all similar rows of another bank's file; rows known by name stay known.
  const other = coffees.replace('Description', 'Details')
  const all = { alike: true, rows: [] }
  assert.deepEqual(await given.take(other, all), { ...again, added: 3, duplicates: 0 })
  assert.deepEqual(await given.take(other, all), again)
  assert.deepEqual(await given.take(other), again)
  assert.equal((await given.list()).length, 7)
  await assertBooks(product.db, given.household_id)
})

test('a mark counts for one position of one file, and an undo deletes the row', async () => {
  const given = await givenFiles(product)
  const until = 'Date,Description,Amount\n2026-03-02,Tram Stop Coffee,-4.50\n'
  // A later export of the same day repeats the coffee.
  const since = `${until}2026-03-03,Shop,-1.00\n`
  await given.take(until)
  const different = { alike: false, rows: [1] }
  assert.equal((await given.take(since, different)).added, 2)
  assert.equal((await given.take(since, different)).added, 0)
  assert.equal((await given.take(since)).added, 0)
  assert.equal((await given.take(until)).added, 0)
  const brought = (await given.imports.listImports({ query: {} })).find(({ added }) => added === 2)
  await given.imports.undoImport({ params: { id: brought!.id } })
  assert.deepEqual(
    (await given.list()).map(({ amount }) => amount),
    [-450],
  )
  assert.equal((await given.take(since, different)).added, 2)
})

test('rows that repeat a reference can be marked as separate payments', async () => {
  const given = await givenFiles(product)
  // The first row of the OFX file resembles this coffee; the others repeat its reference.
  await given.take('Date,Description,Amount\n2026-03-02,Tram Stop Coffee,-4.50\n')
  const twice = ofxRow('7', '20260302', '-4.50')
  const ofxDifferent = { alike: false, rows: [2, 3] }
  assert.equal((await given.take(ofx(twice + twice + twice), ofxDifferent)).added, 2)
  assert.equal((await given.take(ofx(twice + twice + twice), ofxDifferent)).added, 0)
})

test('a booking that a person marks as a separate payment leaves the pending one', async () => {
  const given = await givenFiles(product)
  await given.take(camt(camtEntry('A', '60.00', ['PDNG', '2026-03-02'])))
  const [booking, different] = [
    camt(camtEntry('A', '60.00', ['BOOK', '2026-03-04'])),
    { alike: false, rows: [1] },
  ]
  assert.equal((await given.take(booking, different)).added, 1)
  const kept = (await given.list()).map(({ status }) => status)
  assert.deepEqual(kept.toSorted(), ['booked', 'pending'])
  assert.equal((await given.take(booking, different)).added, 0)
})
