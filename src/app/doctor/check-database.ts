import { sql } from 'kysely'
import { findUnfinishedMoves } from '#/backups/moving/find-unfinished.ts'
import { lastBackupAt } from '#/backups/automatic/last-backup-at.ts'
import { type Queue, readQueues } from '#/app/metrics/read-queues.ts'
import { CONNECTIONS_OF_SERVER } from '#/platform/database/connections-left.ts'
import type { Database } from '#/platform/database/database.ts'
import { compareMigrations } from '#/platform/database/migrate.ts'
import { measureLead } from '#/platform/database/database-clock.ts'
import { type Check, fault, ok, skipped, warning } from './check.ts'

/** The oldest PostgreSQL that has what the statements use. */
const POSTGRES_LEAST = 15
/** Milliseconds by which the clocks may differ. One-time codes count in half minutes. */
const LEAD_MOST = 5000

export type Facts = {
  readonly version: string
  readonly fsync: string
  readonly full_page_writes: string
  readonly encoding: string
  readonly max_connections: number
}

type Given = { readonly db: Database; readonly now: () => Temporal.Instant }

export async function readFacts(db: Database): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int as max_connections`.execute(db)
  return rows[0]!
}

export function judgeSettings(facts: Facts): Check {
  const wrong: string[] = []
  if (facts.fsync !== 'on') wrong.push('fsync = on')
  if (facts.full_page_writes !== 'on') wrong.push('full_page_writes = on')
  if (facts.max_connections < CONNECTIONS_OF_SERVER)
    wrong.push(`max_connections = ${CONNECTIONS_OF_SERVER}`)
  if (parseInt(facts.version, 10) < POSTGRES_LEAST) {
    return fault(
      'database_settings',
      `PostgreSQL ${facts.version} is too old.`,
      `Upgrade it to version ${POSTGRES_LEAST} or newer.`,
    )
  }
  if (facts.encoding !== 'UTF8') {
    return fault(
      'database_settings',
      `The database is encoded in ${facts.encoding}, which has no place for every name.`,
      'Create a database with the encoding UTF8, and move the households there (earmark export, earmark load).',
    )
  }
  if (wrong.length > 0) {
    return fault(
      'database_settings',
      'PostgreSQL is set so that a power failure may lose data, or that connections run out.',
      `Set ${wrong.join(', ')} in postgresql.conf and restart PostgreSQL.`,
    )
  }
  return ok('database_settings', 'They keep what is committed.')
}

export async function checkMigrations({ db }: Given): Promise<Check> {
  const { missing, foreign } = await compareMigrations(db)
  if (foreign.length > 0) {
    return fault(
      'migrations',
      `The database has run ${foreign.join(', ')}, which this version does not have: a newer Earmark has used it.`,
      'Install that version of Earmark again.',
    )
  }
  if (missing.length > 0) {
    return fault(
      'migrations',
      `${missing.length} migrations have not run: ${missing.join(', ')}.`,
      'Restart the server, or run `earmark migrate`.',
    )
  }
  return ok('migrations', 'All have run.')
}

export async function checkClock({ db, now }: Given): Promise<Check> {
  const lead = await measureLead(db, now)
  const seconds = (Math.abs(lead) / 1000).toFixed(1)
  const direction = lead > 0 ? 'ahead of' : 'behind'
  if (Math.abs(lead) <= LEAD_MOST) return ok('clock', 'It agrees with the database’s.')
  return fault(
    'clock',
    `The database’s clock is ${seconds} s ${direction} this machine’s.`,
    'Let both machines set their clocks by NTP (`timedatectl set-ntp true`).',
  )
}

/** Minutes for which each kind of work may be due. */
const PATIENCE: Readonly<Record<Queue['name'], number>> = {
  webhook_deliveries: 15,
  paydays: 30,
  moves: 60,
  file_imports: 60,
  bank_syncs: 120,
}

export async function checkWork(given: Given): Promise<Check> {
  const at = given.now()
  const late = (await readQueues(given)).flatMap(({ name, oldest }) => {
    const minutes = oldest === null ? 0 : Math.floor(at.since(oldest).total('minutes'))
    return minutes > PATIENCE[name]
      ? [`${name.replaceAll('_', ' ')} for ${writeMinutes(minutes)}`]
      : []
  })
  if (late.length === 0) return ok('background_work', 'Nothing is overdue.')
  return fault(
    'background_work',
    `Overdue: ${late.join(', ')}.`,
    'Start a server that does background work (`earmark serve`, with the role all or worker), and look for worker.fault and engine.fault in its log.',
  )
}

/**
 * A household that is being moved is served nowhere, so a move that nobody finishes is a fault. After its arrival it is
 * served there, and its rows are still here.
 */
export async function checkMoves({ db, now }: Given): Promise<Check> {
  const moves = await findUnfinishedMoves(db)
  if (moves.length === 0) return ok('household_moves', 'None is under way.')
  const under = moves.filter(({ arrived_at: at }) => at === null)
  const arrived = moves.filter(({ arrived_at: at }) => at !== null)
  const going = under.map(({ household_id: id, destination, began_at: began }) => {
    const minutes = Math.floor(now().since(began).total('minutes'))
    return `${id} goes to ${destination} since ${writeMinutes(minutes)}`
  })
  const there = arrived.map(({ household_id: id, destination }) => `${id} is at ${destination}`)
  const says = [
    ...(going.length > 0 ? [`Not finished, and not served: ${going.join('; ')}.`] : []),
    ...(there.length > 0 ? [`Arrived, and not deleted here: ${there.join('; ')}.`] : []),
  ]
  const again = 'Run `earmark household move` with the same address again'
  // Cancelling asks the destination, so a household of which no arrival is known here is safe.
  return fault(
    'household_moves',
    says.join(' '),
    going.length > 0 ? `${again}, or with --cancel what has not arrived.` : `${again}.`,
  )
}

function writeMinutes(minutes: number): string {
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
}

/** Days. */
const BACKUP_OLD = 3
const BACKUP_LATE = 2

export async function checkBackup({ db, now }: Given): Promise<Check> {
  const last = await lastBackupAt({ db })
  const remedy =
    'Run `earmark backup FILE`, and see why the nightly backup does not run (docs/operating.md).'
  const { rows } = await sql<{ began: Temporal.Instant | null }>`
    select min(applied_at) as began from schema_migrations`.execute(db)
  const days = (moment: Temporal.Instant) => Math.floor(now().since(moment).total('hours') / 24)
  if (last === null) {
    const began = rows[0]?.began ?? null
    const says = 'There is no backup yet.'
    const isNew = began === null || days(began) < BACKUP_LATE
    return isNew ? warning('backup', says, remedy) : fault('backup', says, remedy)
  }
  const says = `The last verified backup is ${days(last)} days old.`
  if (days(last) >= BACKUP_OLD) return fault('backup', says, remedy)
  return days(last) >= BACKUP_LATE ? warning('backup', says, remedy) : ok('backup', says)
}

export const withoutDatabase = (
  [
    'migrations',
    'clock',
    'secrets',
    'background_work',
    'household_moves',
    'backup',
    'mail',
  ] as const
).map((check) => skipped(check, 'The database was not reached.'))
