import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeToSpendChanges } from './changes-contract.ts'
import { givenSplits } from '../../../test/support/given-splits.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ limited: false })

test('a split payment is one line to the cent, with what each Expense of its parts gave', async () => {
  const home = await givenSplits(product)
  const before = await home.free()
  const yesterday = product.runtime.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  product.runtime.advance({ hours: 24 })
  const id = await home.record(-9_000)
  await home.split(
    id,
    home.part(-4_000, 'fun', 'trip'),
    home.part(-3_000, 'food', 'groceries'),
    home.part(-2_000),
  )
  const explain = async () => {
    const member = await product.member(home.household_id, home.members['ada']!)
    const answer = await member
      .client(freeToSpendChanges)
      .explainChange({ query: { from: yesterday } })
    assert.equal(answer.after, before + answer.change)
    assert.equal(
      answer.lines.reduce((sum, { amount }) => sum + amount, 0),
      answer.change,
    )
    return answer
  }
  const { change, lines } = await explain()
  // Free-to-spend pays only the part without an Expense.
  assert.equal(change, -2_000)
  const [line, ...others] = lines
  assert.ok(line?.kind === 'payment' && others.length === 0)
  assert.deepEqual(
    [line.amount, line.cash, line.parts.map(({ name, amount }) => `${name} ${amount}`).toSorted()],
    [-2_000, -9_000, ['Groceries 3000', 'Trip 4000']],
  )
  await home.app.removeTransaction({ params: { id } })
  assert.equal((await explain()).change, 0)
  await home.app.restoreTransaction({ params: { id } })
  assert.equal((await explain()).change, -2_000)
  await home.books()
})
