import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { BackupSource, Restored, Sealing } from '#/backups/backup.ts'
import { restoreBackup } from '#/backups/restore-backup.ts'
import { writeBackup } from '#/backups/write-backup.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { administer } from './database.ts'

export const PASSPHRASE = 'correct horse battery staple'
export const MASTER = 'a master secret of the tests'

/** An empty database on the server of the tests, which goes when the file ends. */
export async function emptyDatabase(): Promise<{ readonly url: string; readonly db: Database }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} owner earmark`)
  const url = new URL(process.env['EARMARK_TEST_DATABASE']!)
  url.pathname = `/${name}`
  const db = openDatabase({ url: url.href, connectionsMax: 2 })
  after(async () => {
    await db.destroy()
    await administer(`drop database ${name} with (force)`)
  })
  return { url: url.href, db }
}

/** Writes a backup into memory. */
export async function backupOf(
  databaseUrl: string,
  sealing: Sealing = { passphrase: PASSPHRASE },
  changes: Partial<BackupSource> = {},
) {
  const now = Temporal.Instant.from('2026-01-05T12:00:00Z')
  const source = { databaseUrl, secrets: [MASTER], version: '1.2.3', now, ...changes }
  const backup = writeBackup(source, sealing)
  const pieces: Buffer[] = []
  let step = await backup.next()
  for (; !step.done; step = await backup.next()) pieces.push(Buffer.from(step.value))
  return { bytes: Buffer.concat(pieces), pieces, summary: step.value }
}

/** Bytes as a stream, in chunks of a length that fits no piece. */
export async function* streamOf(bytes: Uint8Array, chunk = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
}

/** Restores a backup, and returns the secrets that it brought with it. */
export async function restoreInto(
  databaseUrl: string,
  bytes: Uint8Array,
  passphrase = PASSPHRASE,
): Promise<Restored & { readonly secrets: readonly string[] }> {
  let kept: readonly string[] = []
  const now = Temporal.Instant.from('2026-02-01T12:00:00Z')
  const keepSecrets = (secrets: readonly string[]) => {
    kept = secrets
    return { undo: () => (kept = []) }
  }
  const target = { databaseUrl, version: '1.2.3', now, keepSecrets }
  const restored = await restoreBackup(streamOf(bytes), target, () => Promise.resolve(passphrase))
  return { ...restored, secrets: kept }
}
