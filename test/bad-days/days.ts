import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { until } from '../support/other-processes.ts'
import type { Member } from './fleet.ts'
import type { Scene } from './scene.ts'

/** One thing that goes wrong. It resolves when the cause is gone; `back` are seconds after a promotion, if there was one. */
export type BadDay = {
  readonly what: string
  readonly act: (scene: Scene, chance: Chance) => Promise<void | Back>
}
type Back = Readonly<Record<string, number>>

export const badDays: readonly BadDay[] = [
  {
    what: 'a process that answers is killed',
    act: ({ apis }, chance) => pick(apis, chance).killAndRestart(),
  },
  {
    what: 'a process that works is killed',
    act: ({ workers }, chance) => pick(workers, chance).killAndRestart(),
  },
  {
    what: 'the importing processes are killed',
    act: async ({ workers, offerPayments, say }, chance) => {
      await offerPayments()
      say(`${await killHelpers(workers, 'imports-process', chance)} are killed`)
    },
  },
  {
    what: 'the processes for long computations are killed',
    act: async ({ apis, say }, chance) => {
      say(`${await killHelpers(apis, 'heavy-process', chance)} are killed`)
    },
  },
  {
    what: 'a process of the primary is killed',
    act: async ({ primary }) => {
      const [backend] = primary().processes('earmark earmark')
      process.kill(backend!, 'SIGKILL')
      await sleep(2000)
    },
  },
  {
    what: 'the standby is killed, and started again',
    act: async ({ standby }) => {
      await standby().kill()
      await sleep(3000)
      await standby().start()
    },
  },
  {
    what: 'the primary freezes, and is ended before the promotion',
    act: async ({ primary, promote }) => {
      primary().freeze()
      await sleep(4000)
      await primary().kill()
      return promote()
    },
  },
  {
    what: 'the primary cannot be reached any more, and nothing says so',
    act: async ({ primary, promote }) => {
      primary().network.pause()
      await sleep(2000)
      return promote()
    },
  },
  {
    what: 'the disk of the standby is full',
    act: async ({ standby, say }) => {
      standby().fillDisk(true)
      await sleep(8000)
      if (standby().isRunning()) standby().fillDisk(false)
      else await standby().start()
      say('it has room again')
    },
  },
  {
    what: 'the network pauses',
    act: async ({ machines }) => {
      for (const { network } of machines) network.pause()
      await sleep(6000)
      for (const { network } of machines) network.resume()
    },
  },
]

/** Kills the processes that the members have started for one kind of work, a moment after there is one; returns how many. */
async function killHelpers(
  members: readonly Member[],
  title: string,
  chance: Chance,
): Promise<number> {
  const helpers = () => members.flatMap(({ helpers: own }) => own(title))
  await until(`there is a ${title}`, () => helpers().length > 0)
  await sleep(chance.below(500))
  const found = helpers()
  for (const pid of found) process.kill(pid, 'SIGKILL')
  return found.length
}

function pick<T>(list: readonly T[], chance: Chance): T {
  return list[chance.below(list.length)]!
}

/** All of them, each once, in an order of chance. */
export function shuffled(chance: Chance): BadDay[] {
  const left = [...badDays]
  return Array.from(badDays, () => left.splice(chance.below(left.length), 1)[0]!)
}
