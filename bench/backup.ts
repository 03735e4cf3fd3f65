import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyStatement, takeSnapshot } from '#/backups/snapshot.ts'
import { openDatabase } from '#/platform/database/database.ts'
import { migrate } from '#/platform/database/migrate.ts'
import { connectSingle, type SingleConnection } from '#/platform/database/single-connection.ts'
import { adminUrlOf } from '#/platform/postgres/cluster.ts'
import { cpuTime } from './cpu.ts'
import { createUnequals } from './depth.ts'
import type { Instance } from './instance.ts'
import { memoryOf } from './server.ts'
import { type Line, median } from './table.ts'

const ROUNDS = 3
const TICK_MILLISECONDS = 10

type Place = Pick<Instance, 'databaseUrl' | 'folder'>
type Cost = { readonly wall: number; readonly cpu: number; readonly peak: number }

/**
 * `earmark backup` and `earmark restore` of a million transactions as an operator runs them, the start of the process included,
 * against PostgreSQL's own COPY of the same tables from and to files.
 */
export async function measureBackup(instance: Instance, today: string): Promise<Line[]> {
  await createUnequals(instance, today)
  return compareBackup(instance, ROUNDS)
}

/** The same for an instance that has its transactions. */
export async function compareBackup(instance: Place, rounds: number): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-backup-'))
  chmodSync(folder, 0o777)
  try {
    const found: Record<'out' | 'backup' | 'in' | 'restore', Cost[]> = {
      out: [],
      backup: [],
      in: [],
      restore: [],
    }
    for (let round = 0; round < rounds; round += 1) {
      found.out.push(await measure(instance, () => copyOut(instance, folder)))
      found.backup.push(await measure(instance, () => runBackup(instance, folder)))
      found.in.push(await copyIn(instance, folder))
      found.restore.push(await restoreOnce(instance, folder))
    }
    return [
      ...compare(
        { what: 'backup of 1,000,000 transactions : COPY to files', most: 1.5 },
        found.backup,
        found.out,
      ),
      ...compare(
        { what: 'restore of it : COPY in with indexes, from files', most: 2 },
        found.restore,
        found.in,
      ),
      {
        what: '`earmark backup`, most memory',
        measured: found.backup.map(({ peak }) => peak.toFixed(0)).join(', '),
        value: Math.max(...found.backup.map(({ peak }) => peak)),
        unit: 'MB',
        goal: { most: 150 },
      },
      {
        what: 'size of the backup : rows as text',
        measured: `${(statSync(join(folder, 'backup')).size / 1e6).toFixed(1)} MB`,
        value: statSync(join(folder, 'backup')).size / 1e6,
        unit: 'MB',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Goal = { readonly what: string; readonly most: number }

function compare({ what, most }: Goal, ours: readonly Cost[], theirs: readonly Cost[]): Line[] {
  const line = (kind: 'wall' | 'cpu', name: string) => {
    const [a, b] = [ours, theirs].map((costs) => median(costs.map((cost) => cost[kind])))
    return {
      what: `${what}, ${name}`,
      measured: `${(a! / 1000).toFixed(2)} : ${(b! / 1000).toFixed(2)} s`,
      value: a! / b!,
    }
  }
  return [{ ...line('wall', 'time'), goal: { most } }, line('cpu', 'processor time')]
}

async function measure(instance: Place, work: () => Promise<number>): Promise<Cost> {
  const begun = performance.now()
  const before = usedBy(instance)
  const peak = await work()
  return { wall: performance.now() - begun, cpu: usedBy(instance) - before, peak }
}

/** Processor time of PostgreSQL and of the commands that have ended. */
function usedBy({ folder }: Place): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return cpuTime(0, folder) + (Number(fields[13]) + Number(fields[14])) * TICK_MILLISECONDS
}

async function asSuperuser<T>(
  { databaseUrl, folder }: Place,
  database: string | null,
  work: (one: SingleConnection) => Promise<T>,
): Promise<T> {
  const url = new URL(await adminUrlOf({ url: databaseUrl, folder: join(folder, 'postgres') }))
  url.pathname = database ?? new URL(databaseUrl).pathname
  const one = await connectSingle(url.href)
  try {
    return await work(one)
  } finally {
    await one.close()
  }
}

function copyOut(instance: Place, folder: string): Promise<number> {
  mkdirSync(join(folder, 'rows'), { recursive: true })
  chmodSync(join(folder, 'rows'), 0o777)
  return asSuperuser(instance, null, async (one) => {
    const { tables } = await takeSnapshot(one)
    for (const table of tables) {
      const path = join(folder, 'rows', table.name)
      await one.run(copyStatement(table, 'to stdout').replace(/stdout$/, `'${path}'`))
    }
    return 0
  })
}

function runBackup(instance: Place, folder: string): Promise<number> {
  return runCommand(instance, folder, ['backup', join(folder, 'backup'), '--force'])
}

/** COPY into the current schema with its indexes, and without triggers and foreign keys. */
async function copyIn(instance: Place, folder: string): Promise<Cost> {
  const url = await newDatabase(instance, 'bench_in')
  const db = openDatabase({ url, connectionsMax: 1 })
  await migrate(db, Temporal.Now.instant()).finally(() => db.destroy())
  const cost = await asSuperuser(instance, '/bench_in', async (one) => {
    const { tables } = await takeSnapshot(one)
    await one.run('commit; set session_replication_role = replica; truncate schema_migrations')
    return measure(instance, async () => {
      await one.run('begin')
      for (const table of tables) {
        const path = join(folder, 'rows', table.name)
        await one.run(copyStatement(table, 'from stdin').replace(/stdin$/, `'${path}'`))
      }
      await one.run('commit; analyze')
      return 0
    })
  })
  await dropDatabase(instance, 'bench_in')
  return cost
}

async function restoreOnce(instance: Place, folder: string): Promise<Cost> {
  const url = await newDatabase(instance, 'bench_restored')
  const cost = await measure(instance, () =>
    runCommand({ ...instance, databaseUrl: url }, folder, ['restore', join(folder, 'backup')]),
  )
  await dropDatabase(instance, 'bench_restored')
  return cost
}

async function newDatabase(instance: Place, name: string): Promise<string> {
  await asSuperuser(instance, null, async (one) => {
    await one.run(`drop database if exists ${name}`)
    await one.run(`create database ${name} owner earmark`)
  })
  const url = new URL(instance.databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

function dropDatabase(instance: Place, name: string): Promise<void> {
  return asSuperuser(instance, null, (one) => one.run(`drop database ${name}`))
}

/** Runs a command of the operator, and returns the most memory that it had, in MB. */
async function runCommand(
  { folder, databaseUrl }: Place,
  files: string,
  line: readonly string[],
): Promise<number> {
  const passphrase = join(files, 'passphrase')
  writeFileSync(passphrase, 'a walk along the river\n')
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../bin/earmark.js'), ...line, '--passphrase-file', passphrase],
    {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, EARMARK_DATA: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  let peak = 0
  const look = setInterval(() => {
    try {
      const found = memoryOf(child.pid!)
      // A process that is ending has no memory to show.
      if (found.peak > peak) peak = found.peak
    } catch {
      // It has ended just now.
    }
  }, 20)
  try {
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`earmark ${line[0]} has ended with ${String(code)}`)
    return peak
  } finally {
    clearInterval(look)
  }
}
