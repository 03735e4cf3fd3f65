import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { own } from './child.ts'

/** The product as an operator runs it: `earmark serve`, its log lines in a file. */
export type Server = {
  readonly port: number
  readonly pid: number
  readonly stop: () => Promise<void>
}

type Instance = { readonly databaseUrl: string; readonly folder: string }

export async function startServer(
  { databaseUrl, folder }: Instance,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await freePort()
  const log = openSync(join(folder, 'serve.log'), 'a')
  const execArgv = process.env['EARMARK_BENCH_NODE_FLAGS']?.split(' ') ?? []
  const child = own(
    spawn(
      process.execPath,
      [...execArgv, join(import.meta.dirname, '../bin/earmark.js'), 'serve'],
      {
        env: {
          ...process.env,
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          EARMARK_DATA: folder,
          ...env,
        },
        stdio: ['ignore', log, log],
      },
    ),
  )
  await untilReady(port, 60_000)
  return { port, pid: child.pid, stop: child.stop }
}

/** Resolves when the server says that it is ready, and says how long that took from now. */
export async function untilReady(port: number, millisecondsMax: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (response) => {
        await response.text()
        return response.status === 200
      },
      () => false,
    )
    const milliseconds = performance.now() - begun
    if (ready) return milliseconds
    if (milliseconds > millisecondsMax) throw new Error('The server does not become ready.')
    await pause(10)
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Resident memory of a process in MB: now, and the most it ever was. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}
