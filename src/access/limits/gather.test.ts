import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#/platform/database/database.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { urlOf } from '../../../test/support/other-processes.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createAdmission } from './admit.ts'
import { gather } from './gather.ts'

test('requests of two turns of the event loop are admitted by one statement', async () => {
  const { db, isDistributed } = await createTestDatabase()
  const runtime = createTestRuntime(db)
  const statements: string[] = []
  const onStatement = (text: string) => statements.push(text)
  const pool = openDatabase({ url: await urlOf(db), connectionsMax: 1, onStatement })
  try {
    const whenRoom = () => gather(pool, runtime.wait)
    const admit = createAdmission(pool, runtime.now, { whenRoom, isDistributed })
    const first = admit({ token: null, address: '192.0.2.1' })
    await breathe()
    const second = admit({ token: null, address: '192.0.2.2' })
    await Promise.all([first, second])
    assert.equal(statements.filter((text) => /admit(_addresses)?\(/.test(text)).length, 1)
  } finally {
    await pool.destroy()
  }
})
