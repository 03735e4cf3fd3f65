import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSecurityEvents } from '#/people/access/security-events.ts'
import { urlOf } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { lastBackupAt } from './last-backup-at.ts'
import { noteCommandBackup, noteRestore } from './note-command.ts'

test('a backup and a restore by the command line are events of the instance', async () => {
  const { db, runtime } = await startProduct()
  const noting = { databaseUrl: await urlOf(db), now: runtime.now, newId: runtime.newId }
  const at = runtime.now()
  await noteCommandBackup(noting, { at, file: 'earmark.backup', bytes: 10, sealed: true })
  await noteRestore(noting, '2026-11-01T00:00:00Z')
  const events = await listSecurityEvents(runtime, { personId: null, since: null, limit: 10 })
  const shown = events.map(({ of, action, detail }) => `${of} ${action}: ${detail}`)
  assert.deepEqual(shown.toSorted(), [
    'instance backup.create: earmark.backup',
    'instance backup.restore: made at 2026-11-01T00:00:00Z',
  ])
  assert.equal((await lastBackupAt(runtime))?.toString(), at.toString())
})
