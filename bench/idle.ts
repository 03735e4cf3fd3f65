import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { own } from './child.ts'
import { freePort, pause, untilReady } from './server.ts'
import type { Line } from './table.ts'

/** Longer than the pool keeps what the start needed. */
const RESTED = 130_000
/** Longer than the server takes to find that it is idle, and to return what its last requests took. */
const IDLE = 270_000

type Idle = { readonly server: number; readonly postgres: number }

/**
 * The memory of all processes of the built package when nobody asks for anything: restarted on an empty instance, and
 * after the demo household was loaded and read. Pages that processes share count once in all.
 */
export async function measureIdle(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-bench-'))
  try {
    const root = join(import.meta.dirname, '..')
    execFileSync(process.execPath, [join(root, 'packaging/build.ts'), '--into', folder])
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    // A copy, because the pages of a program that others run too would count for them as well.
    const node = join(folder, 'node')
    copyFileSync(process.execPath, node)
    await measureOnce(node, folder, { idle: 0, used: false })
    const restarted = await measureOnce(node, folder, { idle: RESTED, used: false })
    const used = await measureOnce(node, folder, { idle: IDLE, used: true })
    return [
      line('Memory of all processes at idle, restarted', restarted, { most: 120 }),
      line('Memory of all processes at idle, after the demo household was read', used, null),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function line(what: string, { server, postgres }: Idle, goal: { most: number } | null): Line {
  const measured = `PSS: Node ${server.toFixed(0)} MB, PostgreSQL ${postgres.toFixed(0)} MB`
  return { what, measured, value: server + postgres, unit: 'MB', ...(goal && { goal }) }
}

type Visit = { readonly idle: number; readonly used: boolean }

async function measureOnce(node: string, folder: string, { idle, used }: Visit): Promise<Idle> {
  const port = await freePort()
  const bin = join(folder, 'package/bin/earmark.js')
  const { DATABASE_URL: _, ...rest } = process.env
  const env = { ...rest, EARMARK_DATA: join(folder, 'data'), PORT: String(port) }
  const child = own(spawn(node, [bin, 'serve'], { env, stdio: 'ignore' }))
  await untilReady(port, 60_000)
  if (used) {
    const demo = execFileSync(node, [bin, 'demo', '--json'], { env, encoding: 'utf8' })
    const { api_key } = JSON.parse(demo) as { api_key: string }
    await read(port, api_key)
  }
  await pause(idle)
  const sum = memoryOfAll(child.pid)
  await child.stop()
  return sum
}

/** Asks for what a person with an application would, and for the pages. */
async function read(port: number, key: string): Promise<void> {
  const paths = ['/v1/accounts', '/v1/accounts/summary', '/v1/transactions', '/v1/expenses']
  for (const path of [...paths, '/sign-in', '/docs', '/v1/openapi.json']) {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    await response.arrayBuffer()
  }
}

/** Sums the proportional set sizes of a process and all below it, in MB. */
function memoryOfAll(root: number): Idle {
  let server = 0
  let postgres = 0
  const add = (pid: number) => {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const size = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024
    if (name === 'postgres') postgres += size
    else server += size
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      for (const child of children.split(' ').filter(Boolean)) add(Number(child))
    }
  }
  add(root)
  return { server, postgres }
}
