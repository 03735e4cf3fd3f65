import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { checkMoves } from '#/app/doctor/check-database.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { dyingProcess } from '../../../test/support/dying-connection.ts'
import { countStatements, givenHome, startTwo } from '../../../test/support/given-move.ts'
import { runCommand } from '../../../test/support/run-command.ts'

const { here, there, move, orderOf } = await startTwo()

function command(householdId: string, ...more: readonly string[]) {
  const { from, to } = orderOf(householdId)
  const words = ['household', 'move', householdId, '--to', to, ...more]
  return runCommand(here.runtime, words, { config: readConfig({ DATABASE_URL: from }) })
}

test('the command moves a household, says where it is, and says so again', async () => {
  const home = await givenHome(here, givenChance(1), 1)
  const { json, text } = await command(home.id)
  const { id, destination, copied } = json as Record<string, unknown>
  assert.equal(id, home.id)
  assert.match(String(destination), /^[^@]+\/test_/)
  assert.doesNotMatch(text, /:\/\/|@/)
  assert.ok(copied)
  const { rows } = copied as { rows: number }
  assert.ok(text.includes(`${rows} rows`), text)
  assert.equal((await there.request('GET', '/me', { key: home.key })).status, 200)
  const again = await command(home.id)
  assert.match(again.text, /since an earlier run/)
})

test('the doctor names a move that is not finished, until it is', async () => {
  const home = await givenHome(here, givenChance(2), 1)
  const { connect, statements } = dyingProcess(null)
  await move(home.id, { connect })
  const other = await givenHome(here, givenChance(3), 1)
  const dying = dyingProcess(statements() - 5)
  await assert.rejects(move(other.id, { connect: dying.connect }))
  const found = await checkMoves(here.runtime)
  assert.equal(found.status, 'fault')
  assert.ok(found.says.includes(other.id) && !found.says.includes(home.id), found.says)
  await command(other.id)
  assert.equal((await checkMoves(here.runtime)).status, 'ok')
})

test('the doctor offers to cancel a move that has not arrived, and no other', async () => {
  const { arrival, end } = await countStatements(here, move)
  const remedy = async () => (await checkMoves(here.runtime)).remedy ?? ''
  const going = await givenHome(here, givenChance(5), 1)
  await assert.rejects(move(going.id, { connect: dyingProcess(arrival).connect }))
  assert.match(await remedy(), /--cancel/)
  await command(going.id)
  const gone = await givenHome(here, givenChance(6), 1)
  await assert.rejects(move(gone.id, { connect: dyingProcess(end).connect }))
  const { says } = await checkMoves(here.runtime)
  assert.match(says, new RegExp(`Arrived, and not deleted here: ${gone.id} is at `))
  assert.doesNotMatch(await remedy(), /--cancel/)
  await assert.rejects(command(gone.id, '--cancel'), /The household has arrived/)
  await command(gone.id)
  assert.equal((await checkMoves(here.runtime)).status, 'ok')
})

test('the command gives up a move that has not arrived', async () => {
  const home = await givenHome(here, givenChance(4), 1)
  await assert.rejects(command(home.id, '--cancel'), /No move of this household is under way/)
})
