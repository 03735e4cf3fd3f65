import type { UploadFiles } from './upload-files.ts'

/** An uploaded backup that waits to be restored, and the passphrase, which is nowhere but in memory. */
export type RestoreJob = { readonly files: UploadFiles; readonly passphrase: string }

let waiting: RestoreJob | null = null

/** Hands a job to the part of this process that starts the restore. A later one replaces it. */
export function putJob(job: RestoreJob): void {
  waiting = job
}

export function takeJob(): RestoreJob | null {
  const job = waiting
  waiting = null
  return job
}
