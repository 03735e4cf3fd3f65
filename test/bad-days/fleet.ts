import { join } from 'node:path'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { childrenOf, titleOf } from './machine.ts'

export type Role = 'api' | 'worker'

/** One of the processes that share the database. */
export type Member = {
  readonly name: string
  readonly role: Role
  /** The address without the version of the API. */
  readonly origin: () => string
  readonly pid: () => number
  /** The processes that it has started for long work, by a word in their command lines. */
  readonly helpers: (title: string) => number[]
  /** How many times it was killed, and whether it is away now: then connections may break. */
  readonly kills: () => number
  readonly isAway: () => boolean
  readonly endedByItself: () => boolean
  /** Kills it without warning, and starts it again as a service manager does. */
  readonly killAndRestart: () => Promise<void>
  readonly end: () => Promise<void>
  readonly logged: () => string
}

export type FleetOptions = {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** The moment that the clocks of all processes show now. */
  readonly now: () => Temporal.Instant
}

export async function startMember(
  { folder, env, now }: FleetOptions,
  role: Role,
  name: string,
): Promise<Member> {
  const logs: (() => string)[] = []
  const start = async () => {
    const started = await startServer(
      join(folder, name),
      { ...env, EARMARK_NOW: now().toString() },
      role,
    )
    logs.push(started.logged)
    void started.ended.then(() => (endedByItself ||= !away))
    return started
  }
  let [kills, away, endedByItself] = [0, false, false]
  let server: ServerProcess = await start()
  return {
    name,
    role,
    origin: () => server.url.replace(/\/v1$/, ''),
    pid: () => server.pid,
    helpers: (title) => childrenOf(server.pid).filter((pid) => titleOf(pid).includes(title)),
    kills: () => kills,
    isAway: () => away,
    endedByItself: () => endedByItself,
    killAndRestart: async () => {
      ;[kills, away] = [kills + 1, true]
      server.kill('SIGKILL')
      await server.ended
      server = await start()
      away = false
    },
    end: async () => {
      away = true
      server.kill('SIGKILL')
      await server.ended
    },
    logged: () => logs.map((read) => read()).join(''),
  }
}
