import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '#/platform/postgres/cluster.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { freePort, pause, untilReady } from './server.ts'
import { type Line, median } from './table.ts'

const ROUNDS = 5
const READY_WITHIN = 60_000
const STOP_WITHIN = 20_000

/** From `npm start` to the first `GET /readyz` that answers 200: on an empty data folder, and on one in use. */
export async function measureStart(): Promise<Line[]> {
  const first: number[] = []
  const later: number[] = []
  for (let index = 0; index < ROUNDS; index += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'earmark-bench-'))
    try {
      first.push(await startOnce(folder))
      later.push(await startOnce(folder))
    } finally {
      await stopLeftOver(folder)
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return [
    {
      what: '`npm start` to ready, empty data folder',
      measured: list(first),
      value: median(first) / 1000,
      unit: 's',
      goal: { most: 6 },
    },
    {
      what: '`npm start` to ready, later starts',
      measured: list(later),
      value: median(later) / 1000,
      unit: 's',
      goal: { most: 2 },
    },
  ]
}

async function startOnce(folder: string): Promise<number> {
  const port = await freePort()
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...env, PORT: String(port), EARMARK_DATA: folder },
    stdio: 'ignore',
    // A group of its own: npm ends at a signal without passing it on to the server behind its shell.
    detached: true,
  })
  const end = () => void signal(child.pid!, 'SIGKILL')
  process.once('exit', end)
  try {
    return await untilReady(port, READY_WITHIN)
  } finally {
    await stopGroup(child.pid!)
    process.off('exit', end)
  }
}

/** Ends a process group as a terminal does, and resolves when its last process has gone. */
async function stopGroup(id: number): Promise<void> {
  signal(id, 'SIGTERM')
  for (let waited = 0; signal(id, 0); waited += 20) {
    if (waited > STOP_WITHIN) signal(id, 'SIGKILL')
    await pause(20)
  }
}

/** False: nobody of the group is left. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name)
  } catch {
    return false
  }
}

/** Adopts a PostgreSQL that a start which went wrong has left behind, and stops it. */
async function stopLeftOver(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'postgres/cluster/postmaster.pid'))) return
  const cluster = await openCluster({ dataFolder: folder, wait, log: () => {} })
  await cluster.stop()
}

function list(milliseconds: readonly number[]): string {
  return milliseconds.map((value) => (value / 1000).toFixed(2)).join(', ')
}
