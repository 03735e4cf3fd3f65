import { once } from 'node:events'
import { type RestoreJob, takeJob } from '#/backups/first-visit/jobs.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type ChildSettings, startChild } from './child.ts'

/** The message to the restoring process. */
export type RestoreCommand = { readonly restore: RestoreJob }

/**
 * Restores uploaded backups, each in a separate process. The returned function stops listening. A process that dies is
 * noticed by its id, which is noted beside the upload.
 */
export function startRestores(runtime: Runtime, settings: ChildSettings): () => void {
  const restore = async (job: RestoreJob) => {
    const child = startChild(runtime, settings, { program: 'restore-process', execArgv: [] })
    const command: RestoreCommand = { restore: job }
    child.send(command, () => {})
    runtime.log('info', 'restore.process', { pid: child.pid })
    await once(child, 'exit')
  }
  return runtime.bell.listen((word) => {
    const job = word === 'restore' ? takeJob() : null
    if (job)
      restore(job).catch((error: unknown) => runtime.log('error', 'restore.fault', { error }))
  })
}
