import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Course } from './due.ts'
import type { FaultWord } from './app-contract.ts'
import type { AutomaticKind } from './retention.ts'

type Base = Pick<Runtime, 'db' | 'now' | 'newId'>

/** Days for which attempts are remembered. */
const KEPT_DAYS = 400

/** Returns the id of this instance, which it gets with its first backup and keeps when it is restored. */
export async function instanceId({ db, now, newId }: Base): Promise<string> {
  await sql`insert into instance (id, created_at) values (${newId()}, ${now()}) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`select id from instance`.execute(db)
  return rows[0]!.id
}

/** Notes that a person wants a backup now. Asking again before it begins changes nothing. */
export async function queueRun({ db, now, newId }: Base): Promise<void> {
  await sql`insert into backup_runs (id, kind, status, asked_at)
    values (${newId()}, 'by_hand', 'queued', ${now()}) on conflict do nothing`.execute(db)
}

/** Checks whether a person waits for a backup. */
export async function isQueued({ db }: Pick<Runtime, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ queued: boolean }>`
    select exists (select 1 from backup_runs where status = 'queued') as queued`.execute(db)
  return rows[0]!.queued
}

/** Reads how the nightly backups went, for the decision when the next one is due. */
export async function readCourse({ db }: Pick<Runtime, 'db'>): Promise<Course> {
  const { rows } = await sql<{
    begun_at: Temporal.Instant
    last_at: Temporal.Instant | null
    failed_at: Temporal.Instant | null
  }>`
    select (select min(applied_at) from schema_migrations) as begun_at,
      max(began_at) filter (where status = 'done') as last_at,
      max(ended_at) filter (where status = 'failed') as failed_at
    from backup_runs where kind = 'nightly'`.execute(db)
  const { begun_at, last_at, failed_at } = rows[0]!
  return { begunAt: begun_at, lastAt: last_at, failedAt: failed_at }
}

/** Notes that a backup begins, and returns the id of the attempt: the one that a person asked for, if any. */
export async function beginRun(base: Base, kind: AutomaticKind): Promise<string> {
  const { db, now, newId } = base
  const { rows } = await sql<{ id: string }>`
    update backup_runs set status = 'running', began_at = ${now()}
    where status = 'queued' and kind = ${kind} returning id`.execute(db)
  if (rows[0]) return rows[0].id
  const id = newId()
  await sql`insert into backup_runs (id, kind, status, asked_at, began_at)
    values (${id}, ${kind}, 'running', ${now()}, ${now()})`.execute(db)
  return id
}

export type Done = { readonly file: string; readonly bytes: number; readonly sealed: boolean }
export type Failed = { readonly word: FaultWord; readonly message: string }

/** Notes how an attempt ended. */
export async function endRun(
  { db, now }: Omit<Base, 'newId'>,
  id: string,
  outcome: Done | Failed,
): Promise<void> {
  const at = now()
  await (
    'file' in outcome
      ? sql`update backup_runs set status = 'done', ended_at = ${at}, file = ${outcome.file},
        bytes = ${outcome.bytes}, sealed = ${outcome.sealed} where id = ${id}`
      : sql`update backup_runs set status = 'failed', ended_at = ${at}, fault = ${outcome.word},
        fault_message = ${outcome.message} where id = ${id}`
  ).execute(db)
  await sql`delete from backup_runs where asked_at < ${at.subtract({ hours: KEPT_DAYS * 24 })}`.execute(
    db,
  )
}

/** Notes a backup that was written elsewhere: by a command, or before the migration that made this table. */
export async function recordRun(
  { db, now, newId }: Base,
  kind: 'before_migration' | 'command',
  done: Done & { readonly at: Temporal.Instant },
): Promise<void> {
  const { at, file, bytes, sealed } = done
  await sql`insert into backup_runs (id, kind, status, asked_at, began_at, ended_at, file, bytes, sealed)
    values (${newId()}, ${kind}, 'done', ${at}, ${at}, ${now()}, ${file}, ${bytes}, ${sealed})`.execute(
    db,
  )
}

/** Marks attempts as interrupted whose process has ended. Call only while holding the lock of backups. */
export async function settleInterrupted({ db, now }: Omit<Base, 'newId'>): Promise<void> {
  await sql`update backup_runs set status = 'failed', ended_at = ${now()}, fault = 'interrupted',
      fault_message = 'Earmark was stopped while it wrote this backup.'
    where status = 'running'`.execute(db)
}
