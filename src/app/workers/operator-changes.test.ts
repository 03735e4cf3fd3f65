import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '#/access/keys/create.ts'
import { loadDocument } from '#/documents/load.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createOperatorWatch } from './operator-changes.ts'

const { db } = await createTestDatabase()
const runtime = createTestRuntime(db)
const home = await loadDocument(runtime, ada)
const { household_id: householdId, members } = home
const memberId = members['ada']!

const make = (through: 'cli' | 'app') =>
  createKey(
    runtime,
    { householdId, memberId, name: through, scopes: ['data.read'], expiresAt: null },
    { memberId: through === 'cli' ? null : memberId, through },
  )

test('what an operator changes is logged once by the server, what members change is not', async () => {
  await make('cli')
  runtime.advance({ seconds: 1 })
  const look = createOperatorWatch(runtime)
  const take = async () => {
    runtime.logged.splice(0)
    await look(runtime, false)
    return runtime.logged.map((line) => {
      const { event, action, household_id: of } = JSON.parse(line) as Record<string, string>
      return { event, action, of }
    })
  }
  assert.deepEqual(await take(), [])
  await make('cli')
  await make('app')
  const once = [{ event: 'security.operator', action: 'key.create', of: householdId }]
  assert.deepEqual(await take(), once)
  runtime.advance({ seconds: 30 })
  assert.deepEqual(await take(), [])
  await make('cli')
  assert.deepEqual(await take(), once)
  runtime.advance({ hours: 1 })
  assert.deepEqual(await take(), [])
})
