import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { readExport } from '../../../test/support/exported.ts'
import { givenHome, startTwo, stateOfHousehold } from '../../../test/support/given-move.ts'
import { assertBooks } from '../../../test/support/ledger.ts'

const { here, there, move } = await startTwo()

test('a household arrives with every row of every table, and leaves none behind', async () => {
  for (const seed of [1, 2, 3]) {
    const home = await givenHome(here, givenChance(seed))
    const before = await stateOfHousehold(here.db, home.id)
    const document = await readExport(here.runtime, home.id)
    const { copied } = await move(home.id)
    assert.deepEqual(await stateOfHousehold(there.db, home.id), before)
    assert.deepEqual(await readExport(there.runtime, home.id), document)
    assert.deepEqual(await stateOfHousehold(here.db, home.id), [])
    const rows = before
      .filter((line) => !line.startsWith('person'))
      .reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)
    assert.equal(copied?.rows, rows)
    await assertBooks(there.db, home.id)
  }
})
