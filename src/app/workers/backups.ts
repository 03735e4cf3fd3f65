import { once } from 'node:events'
import { withBackupLock } from '#/backups/automatic/lock.ts'
import { settleInterrupted } from '#/backups/automatic/runs.ts'
import { isBackupDue } from '#/backups/automatic/take-due.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type ChildSettings, startChild } from './child.ts'

/**
 * Writes the backups that are due in a separate process: compressing and sealing a large database takes minutes of
 * processor time. Resolves to the number of processes started. Rejects if the process fails; the backup is then tried
 * again later. A stop of the server ends it at once, because it can begin again.
 */
export async function backUpSeparately(
  runtime: Runtime,
  settings: ChildSettings,
  signal: AbortSignal,
): Promise<number> {
  if (!(await isBackupDue(runtime))) return 0
  const child = startChild(runtime, settings, { program: 'backups-process', execArgv: [] })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  runtime.log('info', 'backups.process', { pid: child.pid })
  try {
    const [code, killedBy] = await once(child, 'exit')
    if (code === 0) return 1
    await settleDeadBackups(runtime)
    if (signal.aborted) return 1
    throw new Error(`The process that writes backups ended (${killedBy ?? code}).`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Marks backups as interrupted whose process has ended. */
export async function settleDeadBackups(runtime: Runtime): Promise<void> {
  if (runtime.backups.folder === null) return
  await withBackupLock(runtime.db, () => settleInterrupted(runtime))
}
