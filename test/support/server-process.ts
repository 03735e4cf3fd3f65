import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import type { Readable } from 'node:stream'
import { after } from 'node:test'
import { addressOf } from '#/platform/postgres/prepare-database.ts'
import { until } from './other-processes.ts'

/** `earmark serve`, as an operator runs it: a process of its own with a PostgreSQL of its own in the data folder. */
export type ServerProcess = {
  /** The address of the API, its version included. */
  readonly url: string
  readonly pid: number
  /** Everything that it has logged so far, on standard error. */
  readonly logged: () => string
  /** Everything that it has printed so far, on standard output. */
  readonly printed: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** The exit code, once it has ended; null after a signal that it did not handle. */
  readonly ended: Promise<number | null>
}

// Here and not where one is started: a hook that is added inside a test runs when that test ends.
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a server on a free port and resolves once it is ready. It ends with the test file at the latest. */
export async function startServer(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  role = 'all',
): Promise<ServerProcess> {
  const program = join(import.meta.dirname, '../../bin/earmark.js')
  const child = spawn(execPath, [program, 'serve', '--role', role], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      EARMARK_DATA: dataFolder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const [printed, logged] = [collect(child.stdout), collect(child.stderr)]
  const ended = exitOf(child)
  let failed = false
  void ended.then(() => (failed = true))
  const address = () =>
    /"event":"serving","url":"([^"]+)"| serving +url=(\S+)/.exec(logged())?.slice(1).find(Boolean)
  await until('the server serves', () => {
    if (failed) throw new Error(`the server ended: ${printed()}${logged()}`)
    return address() !== undefined
  })
  return {
    url: `${address()}/v1`,
    pid: child.pid!,
    logged,
    printed,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

function collect(stream: Readable): () => string {
  const texts: string[] = []
  stream.setEncoding('utf8').on('data', (text: string) => texts.push(text))
  return () => texts.join('')
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/** The address of the PostgreSQL in a data folder, which its server has started. */
export function databaseOf(dataFolder: string): string {
  const folder = join(dataFolder, 'postgres')
  const { port } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))
  const password = readFileSync(join(folder, 'role-password'), 'utf8').trim()
  return addressOf({ port, socket: null }, password)
}
