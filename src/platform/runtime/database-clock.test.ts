import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createClock } from './clock.ts'
import { readConfig } from './config.ts'
import { measureLead } from '#/platform/database/database-clock.ts'
import { engine } from '#/budget/funding/engine.ts'
import { createRuntime } from './real.ts'

const { db } = await createTestDatabase()
const right = createClock(null)

test('a clock that agrees with the database’s is not changed', async () => {
  assert.equal(await measureLead(db, right), 0)
})

test('a clock two hours slow or fast is measured', async () => {
  for (const hours of [-2, 2]) {
    const wrong = () => right().subtract({ hours })
    assert.ok(Math.abs((await measureLead(db, wrong)) - hours * 3_600_000) < 1000)
  }
})

test('a process whose clock is two hours wrong uses the database’s time', async (context) => {
  const config = readConfig({
    DATABASE_URL: 'postgres://nowhere/none',
    EARMARK_SECRET: 'a master secret of the tests',
  })
  const truth = Temporal.Now.instant.bind(Temporal.Now)
  for (const hours of [-2, 2]) {
    const wrong = context.mock.method(Temporal.Now, 'instant', () => truth().subtract({ hours }))
    const runtime = createRuntime(config, db, engine)
    const apart = () => Math.abs(runtime.now().until(truth()).total('seconds'))
    assert.ok(apart() > 7000)
    await runtime.synchronize()
    assert.ok(apart() < 1)
    wrong.mock.restore()
    await Promise.all([runtime.outbound.close(), runtime.destinations.close()])
  }
})
