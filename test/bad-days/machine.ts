import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type ClusterFiles, prepareFiles } from '#/platform/postgres/cluster-files.ts'
import { embeddedPrograms, type Programs } from '#/platform/postgres/programs.ts'
import { runProgram, spawnOptions } from '#/platform/postgres/run-program.ts'
import { findSystemPostgres } from '#/platform/postgres/system-programs.ts'
import { freePort } from '../support/free-port.ts'
import { isRunning } from '../support/cluster-trial.ts'
import { until } from '../support/other-processes.ts'
import { type Network, openNetwork } from '../support/network.ts'

/** A machine with a PostgreSQL, which can fail in every way that a machine can. */
export type Machine = {
  readonly name: string
  /** The way on which Earmark reaches it. The machines reach each other, and the test each of them, without it. */
  readonly network: Network
  readonly port: number
  readonly folder: string
  /** Creates an empty cluster with the database `earmark`, and starts it. */
  readonly create: () => Promise<void>
  /** Replaces everything by a copy of the primary, and starts it as its standby. */
  readonly follow: (primary: Machine) => Promise<void>
  readonly start: () => Promise<void>
  /** Stops all processes where they are, as a machine does that hangs. */
  readonly freeze: () => void
  /** Ends all processes without warning, as a manager does that fences a machine. */
  readonly kill: () => Promise<void>
  readonly isRunning: () => boolean
  /** The processes of PostgreSQL of one kind, by the words in their titles. */
  readonly processes: (title: string) => readonly number[]
  /**
   * Fills the disk, or empties it again. PostgreSQL treats the limit of a file's size as a full disk, and it needs neither
   * root nor a file system of its own.
   */
  readonly fillDisk: (full: boolean) => void
  /** Runs a statement as the superuser, and returns its first row. */
  readonly ask: (text: string) => Promise<Record<string, unknown> | undefined>
}

// A file whose preparation fails, or that takes too long, runs no hooks: nothing may go on without it.
const running = new Set<ChildProcess>()
process.once('SIGTERM', () => process.exit(1))
process.once('exit', () => {
  for (const { pid } of running)
    for (const each of pid ? familyOf(pid) : []) signal(each, 'SIGKILL')
})

const PASSWORD = 'a password of the bad days'
/** Two processes that answer and two that work, with room for the test itself. */
const CONNECTIONS = 150

/** Part of every Linux. */
const PRLIMIT = '/usr/bin/prlimit'

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  `max_connections=${CONNECTIONS}`,
  // The machine's processes die here, but never its kernel.
  'fsync=off',
  'shared_buffers=32MB',
  'hot_standby=on',
  'wal_keep_size=256MB',
  'wal_receiver_timeout=3s',
  'wal_retrieve_retry_interval=500ms',
  'restart_after_crash=on',
]

/** Prepares a machine in a folder; nothing is created or started yet. */
export async function prepareMachine(parent: string, name: string): Promise<Machine> {
  const files = await prepareFiles(join(parent, name), () => {})
  const programs = await choosePrograms(files)
  const port = await freePort()
  const network = await openNetwork(port)
  const folder = files.cluster
  let child: ChildProcess | null = null
  let said = ''
  const own = (path: string) => {
    if (files.runner) chownSync(path, files.runner.uid, files.runner.gid)
  }
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text, { mode: 0o600 })
    own(join(folder, file))
  }
  const ask = (text: string, database = 'postgres') => askAt({ port, database }, text)
  const pids = () => (child?.pid ? familyOf(child.pid) : [])
  const alive = () => child !== null && child.exitCode === null && child.signalCode === null
  const start = async () => {
    said = ''
    const args = ['-D', folder, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
    const started = spawn(programs.postgres, args, {
      ...spawnOptions(programs.postgres, files.runner),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    running.add(started)
    started.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
    await until(`PostgreSQL answers on machine ${name}`, async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL of ${name} has ended: ${said}`)
      return ask('select 1').then(
        () => true,
        () => false,
      )
    })
  }
  const kill = async () => {
    const [dying, all] = [child, pids()]
    for (const pid of all) signal(pid, 'SIGKILL')
    if (dying && dying.exitCode === null && dying.signalCode === null) await once(dying, 'exit')
    if (dying) running.delete(dying)
    await until('its processes are gone', () => !all.some(isRunning))
  }
  return {
    name,
    network,
    port,
    folder,
    ask,
    start,
    kill,
    isRunning: alive,
    create: async () => {
      await initialize(programs, files)
      await start()
      await ask(`create role earmark login password '${PASSWORD}'`)
      await ask('create database earmark owner earmark')
    },
    follow: async (primary) => {
      await kill()
      // Its own inode names the shared memory that a killed PostgreSQL has left.
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true })
      write('backup_label', await copyRunning(primary, folder))
      for (const empty of ['pg_wal', 'pg_wal/archive_status']) mkdirSync(join(folder, empty))
      if (files.runner) {
        execFileSync('chown', ['-R', `${files.runner.uid}:${files.runner.gid}`, folder])
      }
      write('standby.signal', '')
      const { port: from } = primary
      const conninfo = `host=127.0.0.1 port=${from} user=postgres password='${PASSWORD}' application_name=${name}`
      write('postgresql.auto.conf', `primary_conninfo = '${conninfo.replaceAll("'", "''")}'\n`)
      await start()
    },
    freeze: () => {
      for (const pid of pids()) signal(pid, 'SIGSTOP')
    },
    processes: (title) => pids().filter((pid) => titleOf(pid).includes(title)),
    fillDisk: (full) => {
      const limit = `--fsize=${full ? '0:' : 'unlimited:'}`
      const options = spawnOptions(PRLIMIT, files.runner)
      for (const pid of pids()) execFileSync(PRLIMIT, ['--pid', String(pid), limit], options)
    },
  }
}

/** The address that names all machines, as docs/scaling.md has it. */
export function addressOf(machines: readonly Machine[]): string {
  const hosts = machines.map(({ network }) => `127.0.0.1:${network.port}`).join(',')
  return `postgres://earmark:${encodeURIComponent(PASSWORD)}@${hosts}/earmark?target_session_attrs=read-write`
}

/** The address of one machine, past its network. */
export function directAddressOf({ port }: Machine): string {
  return `postgres://earmark:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/earmark`
}

/** Waits until the standby follows, and has every commit wait for it from then on. */
export async function synchronize(primary: Machine, standby: Machine): Promise<void> {
  const followers = `from pg_stat_replication where application_name = '${standby.name}'`
  await until('the standby follows', async () => {
    return (await primary.ask(`select 1 ${followers} and state = 'streaming'`)) !== undefined
  })
  await primary.ask(`alter system set synchronous_standby_names = '${standby.name}'`)
  await primary.ask('select pg_reload_conf()')
  await until('the standby is synchronous', async () => {
    return (await primary.ask(`select 1 ${followers} and sync_state = 'sync'`)) !== undefined
  })
}

async function choosePrograms(files: ClusterFiles): Promise<Programs> {
  const system = process.env['EARMARK_TEST_POSTGRES'] === 'system' ? findSystemPostgres() : null
  return system ?? embeddedPrograms(files)
}

async function initialize(programs: Programs, files: ClusterFiles): Promise<void> {
  const secret = `${files.folder}/secret`
  writeFileSync(secret, PASSWORD, { mode: 0o600 })
  if (files.runner) chownSync(secret, files.runner.uid, files.runner.gid)
  mkdirSync(files.cluster, { mode: 0o700 })
  if (files.runner) chownSync(files.cluster, files.runner.uid, files.runner.gid)
  const how = ['--auth=scram-sha-256', `--pwfile=${secret}`, '--no-sync', '--encoding=UTF8']
  const args = ['-D', files.cluster, '-U', 'postgres', ...how, '--locale=C', '--lc-ctype=C.UTF-8']
  await runProgram(programs.initdb, args, files.runner)
}

/** Copies the files of a running PostgreSQL, and returns the label that makes a backup of them. */
async function copyRunning(from: Machine, to: string): Promise<string> {
  const client = new pg.Client({ ...superuser, port: from.port, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    for (const entry of readdirSync(from.folder)) {
      if (['pg_wal', 'postmaster.pid', 'postmaster.opts'].includes(entry)) continue
      copyChanging(join(from.folder, entry), join(to, entry))
    }
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    return rows[0]!.labelfile
  } finally {
    await client.end()
  }
}

/** Files may vanish while a running PostgreSQL is copied; its log restores what matters of them. */
function copyChanging(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/\/(pgsql_tmp[^/]*|pg_internal\.init)$/.test(path),
  })
}

const superuser = { host: '127.0.0.1', user: 'postgres', password: PASSWORD }

async function askAt(at: { readonly port: number; readonly database: string }, text: string) {
  const client = new pg.Client({ ...superuser, ...at, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid)]
}

/** The direct children of a process. */
export function childrenOf(pid: number): number[] {
  return run('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .split(/\s+/)
    .filter(Boolean)
    .map(Number)
}

/** The command line of a process, which PostgreSQL uses for a title. */
export function titleOf(pid: number): string {
  return run('ps', ['-o', 'args=', '-p', String(pid)])
}

function run(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
