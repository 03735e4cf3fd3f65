import process from 'node:process'
import { type Database, describePool } from '#/platform/database/database.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import type { Tally } from '#/platform/runtime/tally.ts'
import type { Metric, Sample } from './exposition.ts'

type About = { readonly type: 'counter' | 'gauge'; readonly help: string }

/** The connections of this process, by what they are for. */
export type Pools = Readonly<Record<string, Database>>

/** Reads what this process knows of itself. `process_*` and `nodejs_*` are named as other programs name them. */
export function readProcess(pools: Pools, tally: Tally): readonly Metric[] {
  const memory = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const version = readVersion()
  return [
    metric(
      'earmark_build_info',
      { type: 'gauge', help: 'The versions of Earmark and Node; always 1.' },
      [{ labels: { version, node: process.versions.node }, value: 1 }],
    ),
    ...readPools(pools),
    metric(
      'earmark_bank_syncs_total',
      { type: 'counter', help: 'Imports from banks that this server has finished, by outcome.' },
      readTally(tally, 'sync', ['ok', 'nothing_to_do', 'failed']),
    ),
    metric(
      'earmark_webhook_deliveries_total',
      {
        type: 'counter',
        help: 'Attempts to deliver events, by outcome; retried: another attempt follows.',
      },
      readTally(tally, 'delivery', ['delivered', 'retried', 'failed', 'cancelled']),
    ),
    one(
      'process_start_time_seconds',
      { type: 'gauge', help: 'When the process began, in Unix seconds.' },
      startedAt,
    ),
    one(
      'process_cpu_seconds_total',
      { type: 'counter', help: 'Processor time of this process, without its helpers.' },
      (user + system) / 1e6,
    ),
    one(
      'process_resident_memory_bytes',
      { type: 'gauge', help: 'Resident memory of this process.' },
      memory.rss,
    ),
    one(
      'nodejs_heap_size_total_bytes',
      { type: 'gauge', help: 'Heap that V8 has reserved.' },
      memory.heapTotal,
    ),
    one('nodejs_heap_size_used_bytes', { type: 'gauge', help: 'Heap in use.' }, memory.heapUsed),
    one(
      'nodejs_external_memory_bytes',
      { type: 'gauge', help: 'Memory outside the heap.' },
      memory.external,
    ),
  ]
}

const startedAt = Math.round(performance.timeOrigin / 1000)

function readPools(pools: Pools): readonly Metric[] {
  const states = Object.entries(pools).map(([pool, db]) => ({ pool, ...describePool(db) }))
  return [
    metric(
      'earmark_database_connections',
      { type: 'gauge', help: 'Connections of this process, by what they are for.' },
      states.flatMap(({ pool, used, idle }) => [
        { labels: { pool, state: 'used' }, value: used },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
    ),
    metric(
      'earmark_database_connections_max',
      { type: 'gauge', help: 'The most connections that each purpose may have.' },
      states.map(({ pool, max }) => ({ labels: { pool }, value: max })),
    ),
    metric(
      'earmark_database_waiting',
      { type: 'gauge', help: 'Work that waits for a connection.' },
      states.map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
    ),
  ]
}

/** Begins each outcome at 0, so that the first one is already a change. */
function readTally(tally: Tally, what: 'sync' | 'delivery', outcomes: readonly string[]): Sample[] {
  const counts = tally.read(what)
  return outcomes.map((outcome) => ({ labels: { outcome }, value: counts.get(outcome) ?? 0 }))
}

function metric(name: string, about: About, samples: readonly Sample[]): Metric {
  return { name, ...about, samples }
}

function one(name: string, about: About, value: number): Metric {
  return metric(name, about, [{ value }])
}
