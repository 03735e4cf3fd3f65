import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { createClock } from './clock.ts'
import { measureLead } from './database-clock.ts'

const { db } = await createTestDatabase()
const right = createClock(null)

test('a clock that agrees with the database’s is left as it is', async () => {
  assert.equal(await measureLead(db, right), 0)
})

test('a clock two hours slow or fast is known to be so', async () => {
  for (const hours of [-2, 2]) {
    const wrong = () => right().subtract({ hours })
    assert.ok(Math.abs((await measureLead(db, wrong)) - hours * 3_600_000) < 1000)
  }
})
