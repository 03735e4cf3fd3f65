import { sql } from 'kysely'
import { lastBackupAt } from '#/backups/automatic/last-backup-at.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Metric, Sample } from './exposition.ts'
import { readQueues } from './read-queues.ts'

/** Seconds after which the other metrics are answered without the database. */
const PATIENCE = 2

/** Reads what only the database knows, in a few cheap statements; without it, says that it cannot be read. */
export async function readDatabase(runtime: Runtime): Promise<readonly Metric[]> {
  const patience = AbortSignal.timeout(PATIENCE * 1000)
  const late = new Promise<null>((resolve) => {
    patience.addEventListener('abort', () => resolve(null))
  })
  const read = await Promise.race([readAll(runtime).catch(() => null), late])
  return [
    gauge(
      'earmark_database_readable',
      'If the database answered within two seconds, 1 or 0.',
      read === null ? 0 : 1,
    ),
    ...(read ?? []),
  ]
}

async function readAll(runtime: Runtime): Promise<readonly Metric[]> {
  const { db, now } = runtime
  const at = now()
  const queues = await readQueues(runtime)
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  const backupAt = await lastBackupAt(runtime)
  const age = (moment: Temporal.Instant) => Math.max(0, at.since(moment).total('seconds'))
  return [
    {
      name: 'earmark_queue_waiting',
      help: 'Background work that is due and has not begun, in the whole instance; at most 10000.',
      type: 'gauge',
      samples: queues.map(({ name, count }) => ({ labels: { queue: name }, value: count })),
    },
    {
      name: 'earmark_queue_oldest_age_seconds',
      help: 'How long the oldest of it has been due; 0: nothing is due.',
      type: 'gauge',
      samples: queues.map(({ name, oldest }): Sample => ({
        labels: { queue: name },
        value: oldest === null ? 0 : age(oldest),
      })),
    },
    gauge('earmark_database_size_bytes', 'Size of the database on disk.', rows[0]!.bytes),
    {
      name: 'earmark_backup_age_seconds',
      help: 'Age of the last verified backup; missing without a backup.',
      type: 'gauge',
      samples: backupAt === null ? [] : [{ value: age(backupAt) }],
    },
  ]
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
