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

test('a row that looks like a duplicate is added once where a person says that it is another payment', async () => {
  const given = await givenFiles(product)
  await given.member.client(transactions).recordTransaction({
    body: {
      account_id: given.accountId,
      amount: -450,
      concept: 'Coffee',
      booked_at: '2026-03-02' as never,
    },
  })
  // One of the two looks like what was written down; the other is new whatever is said of the first.
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
  // All that is doubtful at once, of another bank's file; what is known by its own name stays known.
  const other = coffees.replace('Description', 'Details')
  const all = { alike: true, rows: [] }
  assert.deepEqual(await given.take(other, all), { ...again, added: 3, duplicates: 0 })
  assert.deepEqual(await given.take(other, all), again)
  assert.deepEqual(await given.take(other), again)
  assert.equal((await given.list()).length, 7)
  await assertBooks(product.db, given.household_id)
})

test('a row that an earlier file has told of is added by its place in exactly one file, and goes with an undo', async () => {
  const given = await givenFiles(product)
  const until = 'Date,Description,Amount\n2026-03-02,Tram Stop Coffee,-4.50\n'
  // The rest of that day, as if it were the same coffee.
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
  // A reference that a file repeats, and a pending payment that is another one than the booking beside it.
  const twice = ofxRow('7', '20260302', '-4.50')
  const ofxDifferent = { alike: false, rows: [2, 3] }
  assert.equal((await given.take(ofx(twice + twice + twice), ofxDifferent)).added, 2)
  assert.equal((await given.take(ofx(twice + twice + twice), ofxDifferent)).added, 0)
})

test('a booking that a person says is another payment leaves the pending one as it is', async () => {
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
