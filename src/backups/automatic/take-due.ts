import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSource } from '#/backups/backup.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { nextBackupAt } from './due.ts'
import { describeFault } from './fault.ts'
import { freeName, listFiles, prepareFolder, removeUnfinished } from './folder.ts'
import { withBackupLock } from './lock.ts'
import { type AutomaticKind, chooseRemovable } from './retention.ts'
import { beginRun, endRun, instanceId, isQueued, readCourse, settleInterrupted } from './runs.ts'
import { writeFile } from './write-file.ts'

/** The facts of a source that do not change between backups. */
export type Origin = Omit<BackupSource, 'now'>

/** Checks whether a backup is due: one that a person asked for, or that of the night. */
export async function isBackupDue(runtime: Runtime): Promise<boolean> {
  return (await chooseDue(runtime)) !== null
}

async function chooseDue(runtime: Runtime): Promise<AutomaticKind | null> {
  const { now, backups } = runtime
  if (backups.folder === null) return null
  if (await isQueued(runtime)) return 'by_hand'
  const next = nextBackupAt(await readCourse(runtime), backups.zone)
  return Temporal.Instant.compare(next, now()) <= 0 ? 'nightly' : null
}

/**
 * Writes the backups that are due, unless another process does. A failure is logged and remembered, removes no file, and is
 * tried again later. Returns how many were written.
 */
export async function takeDueBackups(runtime: Runtime, origin: Origin): Promise<number> {
  const taken = await withBackupLock(runtime.db, async () => {
    await settleInterrupted(runtime)
    let count = 0
    for (let kind = await chooseDue(runtime); kind; kind = await chooseDue(runtime)) {
      if (await take(runtime, kind, origin)) count += 1
    }
    return count
  })
  return taken ?? 0
}

async function take(runtime: Runtime, kind: AutomaticKind, origin: Origin): Promise<boolean> {
  const { now, backups, log } = runtime
  const folder = backups.folder!
  const id = await beginRun(runtime, kind)
  const at = now()
  try {
    await prepareFolder(folder, await instanceId(runtime))
    await removeUnfinished(folder)
    const name = await freeName(folder, kind, at)
    const sealing =
      backups.passphrase === null ? 'unsealed' : ({ passphrase: backups.passphrase } as const)
    const source = { ...origin, now: at }
    const { bytes, sealed } = await writeFile({ source, sealing, folder, name, place: backups })
    await endRun(runtime, id, { file: name, bytes, sealed })
    log('info', 'backup.done', { kind, file: join(folder, name), bytes, sealed })
  } catch (error) {
    const { word, message } = describeFault(error)
    log('error', 'backup.failed', { kind, reason: word, message, error })
    await endRun(runtime, id, { word, message })
    return false
  }
  await removeOld(runtime, folder)
  return true
}

/** Removes the files that are no longer kept. Called after a backup was verified, never after a failure. */
export async function removeOld(
  { backups, log }: Pick<Runtime, 'backups' | 'log'>,
  folder: string,
): Promise<void> {
  try {
    for (const { name } of chooseRemovable(await listFiles(folder), backups.zone)) {
      await rm(join(folder, name), { force: true })
      log('info', 'backup.removed', { file: join(folder, name) })
    }
  } catch (error) {
    log('warn', 'backup.removal_failed', { folder, error })
  }
}
