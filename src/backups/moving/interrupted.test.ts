import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import type { Database } from '#/platform/database/database.ts'
import { dyingProcess } from '../../../test/support/dying-connection.ts'
import {
  countStatements,
  givenHome,
  startTwo,
  stateOfHousehold,
} from '../../../test/support/given-move.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { cancelMove } from './cancel-move.ts'
import { HouseholdMoveFault } from './household-move.ts'

const { here, there, means, orderOf, move } = await startTwo()
const chance = givenChance(40)
const isInterrupted = (error: unknown) =>
  (error instanceof Error && error.name === 'Killed') ||
  (error instanceof HouseholdMoveFault && error.code === 'interrupted')

/** True if requests for the household would be answered from this database. */
async function serves(db: Database, householdId: string): Promise<boolean> {
  const found = await db
    .selectFrom('households')
    .select('standing')
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return found !== undefined && found.standing !== 'moving'
}

async function assertServedOnceAtMost(householdId: string, when: string): Promise<void> {
  const served = [await serves(here.db, householdId), await serves(there.db, householdId)]
  assert.notDeepEqual(served, [true, true], `served twice, killed ${when}`)
}

const { total, begun, arrival, end } = await countStatements(here, move)

async function assertArrived(home: { id: string }, before: readonly string[], when: string) {
  assert.deepEqual(await stateOfHousehold(there.db, home.id), before, when)
  assert.deepEqual(await stateOfHousehold(here.db, home.id), [], when)
  await assertBooks(there.db, home.id)
}

test('a move that is killed at any statement is finished by the same command', async () => {
  for (let run = 0; run < 4; run += 1) {
    const home = await givenHome(here, chance, 2)
    const before = await stateOfHousehold(here.db, home.id)
    // Dies again and again, each time further on or at the very end.
    for (let death = 0; death < 3; death += 1) {
      const at = 1 + chance.below(total)
      const when = chance.pick(['before', 'after'] as const)
      const { connect } = dyingProcess(at, when)
      await move(home.id, { connect }).catch((error: unknown) => {
        assert.ok(isInterrupted(error), String(error))
      })
      await assertServedOnceAtMost(home.id, `${when} statement ${at} of ${total}`)
    }
    await move(home.id)
    await assertArrived(home, before, `run ${run}`)
  }
})

test('a move that is killed around each commit is finished by the same command', async () => {
  for (const at of [begun, arrival, end]) {
    for (const when of ['before', 'after'] as const) {
      const home = await givenHome(here, chance, 1)
      const before = await stateOfHousehold(here.db, home.id)
      const { connect } = dyingProcess(at, when)
      await assert.rejects(move(home.id, { connect }), isInterrupted)
      await assertServedOnceAtMost(home.id, `${when} commit ${at.commit}`)
      await move(home.id)
      await assertArrived(home, before, `${when} commit ${at.commit}`)
    }
  }
})

test('a move that was killed before its arrival can be cancelled, and nothing has changed', async () => {
  for (const [at, when] of [
    [begun, 'after'],
    [arrival, 'before'],
  ] as const) {
    const home = await givenHome(here, chance, 1)
    const before = await stateOfHousehold(here.db, home.id)
    const { connect } = dyingProcess(at, when)
    await assert.rejects(move(home.id, { connect }), isInterrupted)
    assert.equal(await serves(here.db, home.id), false)
    await cancelMove(orderOf(home.id), means)
    assert.deepEqual(await stateOfHousehold(here.db, home.id), before)
    assert.equal((await home.pay(9)).status, 200)
    await move(home.id)
    assert.equal(await serves(there.db, home.id), true)
  }
})

test('a cancelling that is killed is finished by the same command', async () => {
  for (let at = 2; at < 60; at += 3) {
    const home = at === 2 ? await stuck() : await stuckAgain()
    const { connect, statements } = dyingProcess(at, at % 2 === 0 ? 'after' : 'before')
    const ended = await cancelMove(orderOf(home.id), { ...means, connect }).then(
      () => true,
      () => false,
    )
    await assertServedOnceAtMost(home.id, `at statement ${at} of the cancelling`)
    if (ended) return assert.ok(statements() > 10)
    await cancelMove(orderOf(home.id), means).catch((error: unknown) => {
      // It was done, and only its last answer was lost.
      assert.match(String(error), /No move of this household is under way/)
    })
    assert.equal(await serves(here.db, home.id), true)
  }
  assert.fail('the cancelling never ended')
})

let one: Awaited<ReturnType<typeof givenHome>>

async function stuck() {
  one = await givenHome(here, chance, 1)
  return stuckAgain()
}

/** A household whose move died in the middle. */
async function stuckAgain() {
  const { connect } = dyingProcess(arrival)
  await assert.rejects(move(one.id, { connect }), isInterrupted)
  return one
}

test('a move that has arrived cannot be cancelled', async () => {
  const home = await givenHome(here, chance, 1)
  const { connect } = dyingProcess(arrival, 'after')
  await assert.rejects(move(home.id, { connect }), isInterrupted)
  await assert.rejects(cancelMove(orderOf(home.id), means), /The household has arrived/)
  await move(home.id)
  assert.equal(await serves(there.db, home.id), true)
})
