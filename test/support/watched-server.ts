import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import { until } from './other-processes.ts'

/** Measures of a server since the last call. */
export type Watched = {
  /** Milliseconds of processor time that its thread took at most between two turns of its event loop. */
  readonly longest: number
  /** Bytes of memory that it holds now. */
  readonly rss: number
}

export type WatchedServer = {
  /** Without a slash at the end. */
  readonly url: string
  readonly pid: number
  readonly take: () => Promise<Watched>
  /** Everything that it has logged so far. */
  readonly logged: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<unknown>
}

/** `earmark serve` on a free port, watched from within (`watched-main.ts`). It ends with the test file at the latest. */
export async function startWatchedServer(
  env: Readonly<Record<string, string>>,
): Promise<WatchedServer> {
  const child = fork(join(import.meta.dirname, 'watched-main.ts'), ['serve'], {
    execArgv: [],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const texts: string[] = []
  child.stderr!.setEncoding('utf8').on('data', (text: string) => texts.push(text))
  const logged = () => texts.join('')
  const address = () => /"event":"serving","url":"([^"]+)"/.exec(logged())?.[1]
  await until('the server serves', () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${logged()}`)
    return address() !== undefined
  })
  return {
    url: address()!,
    pid: child.pid!,
    take: async () => {
      const answer = once(child, 'message')
      child.send('take')
      return ((await answer) as [Watched])[0]
    },
    logged,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}
