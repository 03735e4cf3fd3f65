import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import { requireOperator } from '#/people/operators.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { backupsApp } from './app-contract.ts'
import { nextBackupAt } from './due.ts'
import type { FaultWord } from './app-contract.ts'
import { isOnSameDisk, listFiles } from './folder.ts'
import { lastBackupAt } from './last-backup-at.ts'
import type { AutomaticKind } from './retention.ts'
import { queueRun, readCourse } from './runs.ts'

type Shown = Answer<typeof backupsApp.showBackups>

/** `GET /backups` */
export const showBackups: PersonHandle<typeof backupsApp.showBackups> = async (request) => {
  await requireOperator(request, request.session.personId)
  return describeBackups(request)
}

/** `POST /backups` */
export const takeBackup: PersonHandle<typeof backupsApp.takeBackup> = async (request) => {
  await requireOperator(request, request.session.personId)
  if (request.backups.folder !== null) {
    await queueRun(request)
    request.bell.ring('backup')
  }
  return describeBackups(request)
}

/** Describes the backups of the instance. */
export async function describeBackups(runtime: Runtime): Promise<Shown> {
  const { folder, passphrase, zone } = runtime.backups
  // First: the page looks again only while one is running, so what is read after it must know of one that has just ended.
  const attempts = await describeAttempts(runtime)
  const lastAt = await lastBackupAt(runtime)
  const common = { folder, sealed: passphrase !== null, last_at: lastAt && writeInstant(lastAt) }
  if (folder === null) {
    const nothing = { same_disk: false, running: false, next_at: null, failure: null, files: [] }
    return { ...common, ...nothing, automatic: false }
  }
  const files = await listFiles(folder).catch(() => null)
  return {
    ...common,
    automatic: true,
    same_disk: await isOnSameDisk(folder, runtime.backups),
    ...attempts,
    next_at: writeInstant(nextBackupAt(await readCourse(runtime), zone)),
    files:
      files?.map(({ name, kind, at, bytes }) => ({ name, kind, at: writeInstant(at), bytes })) ??
      null,
  }
}

type Attempt = {
  kind: AutomaticKind
  status: string
  at: Temporal.Instant
  fault: FaultWord | null
  fault_message: string | null
}

/** Finds if a backup is being written, and how the last one failed unless one has succeeded since. */
async function describeAttempts({ db }: Runtime): Promise<Pick<Shown, 'running' | 'failure'>> {
  const { rows } = await sql<Attempt>`
    select kind, status, coalesce(ended_at, asked_at) as at, fault, fault_message
    from backup_runs where kind <> 'command' order by asked_at desc, id desc limit 20`.execute(db)
  const running = rows.some(({ status }) => status === 'queued' || status === 'running')
  const last = rows.find(({ status }) => status === 'done' || status === 'failed')
  if (last?.status !== 'failed') return { running, failure: null }
  const { kind, at, fault, fault_message: message } = last
  return {
    running,
    failure: { at: writeInstant(at), kind, reason: fault ?? 'other', message: message ?? '' },
  }
}
