import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { recordInstanceEvent } from '#/access/sessions/record-event.ts'
import { BackupFault, type BackupSummary, type RestoreTarget } from '#/backups/backup.ts'
import { restoreBackup } from '#/backups/restore-backup.ts'
import { verifyBackup } from '#/backups/verify-backup.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { RestoreJob } from './jobs.ts'
import { beginning, type Course, readCourse, writeCourse } from './upload-files.ts'

type Restoring = Pick<Runtime, 'db' | 'log' | 'newId' | 'now'> & {
  readonly target: RestoreTarget
  readonly pid: number
}

/** Milliseconds between notes of the progress. */
const NOTE_EVERY = 300

/**
 * Checks all of an uploaded backup, then restores it. The outcome is noted beside the file; a restored file is deleted, one
 * with a wrong passphrase waits for another try.
 */
export async function restoreUpload(
  { target, pid, ...runtime }: Restoring,
  { files, passphrase }: RestoreJob,
): Promise<void> {
  const { log } = runtime
  const { received: _, ...known } = (await readCourse(files)) ?? { ...beginning, received: 0 }
  let course: Course = { ...known, pid, reason: null }
  const note = (change: Partial<Course>) => {
    course = { ...course, ...change }
    return writeCourse(files, course)
  }
  const ask = () => Promise.resolve(passphrase)
  const read = (state: 'checking' | 'restoring') =>
    readWithProgress(files.file, (share) => note({ state, share }))
  try {
    const contents = contentsOf(await verifyBackup(read('checking'), ask))
    await note({ state: 'restoring', share: 0, contents })
    const restored = await restoreBackup(read('restoring'), target, ask)
    log('info', 'backup.restored', { made_at: restored.madeAt, migrated: restored.migrated })
    // A restore that cannot be noted is done all the same.
    await recordInstanceEvent(
      runtime,
      'backup.restore',
      `made at ${restored.madeAt.toString()}`,
    ).catch((error: unknown) => log('warn', 'backup.restore_unnoted', { error }))
    await note({ state: 'done', share: 1, pid: null })
    await rm(files.file, { force: true })
  } catch (error) {
    log('warn', 'backup.restore_failed', { error })
    const reason = error instanceof BackupFault ? error.code : 'other'
    await note({ state: 'refused', reason, share: null, pid: null })
  }
}

function contentsOf({ households, people, transactions }: BackupSummary): Course['contents'] {
  return { households, people, transactions }
}

/** Reads a file, and says from time to time which part of it has been read. */
async function* readWithProgress(
  file: string,
  note: (share: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { size } = await stat(file)
  let [read, notedAt] = [0, 0]
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    yield bytes
    read += bytes.length
    if (performance.now() - notedAt < NOTE_EVERY) continue
    notedAt = performance.now()
    await note(size === 0 ? 0 : read / size)
  }
}
