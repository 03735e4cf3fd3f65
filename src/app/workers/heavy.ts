import { availableParallelism } from 'node:os'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Elsewhere, Heavy, HeavyAnswer } from '#/app/http/api.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type HeavyLimits, type Helper, type Place, startHelper } from './heavy-helper.ts'

export type HeavyOptions = HeavyLimits & {
  /** How long a process without work is kept. */
  readonly idleSeconds: number
  /** Answers that are computed at once, and answers that are sent at once while they are made. */
  readonly atOnce: { readonly whole: number; readonly stream: number }
  /** Requests that wait. */
  readonly waitingMax: number
}

const usual: HeavyOptions = {
  computedSeconds: 120,
  silentSeconds: 20,
  untakenSeconds: 60,
  graceSeconds: 1,
  idleSeconds: 60,
  atOnce: { whole: Math.min(2, availableParallelism()), stream: 2 },
  waitingMax: 100,
}

type Waiting = {
  readonly heavy: Heavy
  readonly answer: PromiseWithResolvers<HeavyAnswer>
}

/**
 * Has heavy requests answered by processes of their own, so that nobody else waits for them. There is none until one is
 * needed, and none any more when there has been nothing for a while. A household's requests go one after the other, so a
 * household with many keeps nobody else waiting; answers that are sent while they are made do not stand in the way of others,
 * however slow their receiver is. A process that ends takes only the request with it that it was at.
 */
export function createHeavy(
  runtime: Runtime,
  place: Place,
  options: Partial<HeavyOptions> = {},
): { readonly elsewhere: Elsewhere; readonly close: () => void } {
  const { idleSeconds, atOnce, waitingMax, ...limits } = { ...usual, ...options }
  const crew = createCrew(runtime, { place, limits, idleSeconds })
  const busy = { whole: new Set<string>(), stream: new Set<string>() }
  let queue: readonly Waiting[] = []
  const laneOf = ({ stream }: Heavy) => (stream ? 'stream' : 'whole')
  const begin = ({ heavy, answer }: Waiting) => {
    const lane = busy[laneOf(heavy)]
    const { householdId } = heavy.errand.caller
    lane.add(householdId)
    const helper = crew.take()
    const performed = helper.perform(heavy)
    answer.resolve(performed.answer)
    void performed.freed.then(() => {
      lane.delete(householdId)
      crew.rest(helper)
      proceed()
    })
  }
  const proceed = () => {
    for (const one of queue) {
      const lane = laneOf(one.heavy)
      const { householdId } = one.heavy.errand.caller
      if (busy[lane].size >= atOnce[lane] || busy[lane].has(householdId)) continue
      queue = queue.filter((other) => other !== one)
      begin(one)
    }
  }
  return {
    elsewhere: (heavy) => {
      if (queue.length >= waitingMax)
        throw new Refusal('service_unavailable', { retryAfterSeconds: 5 })
      const answer = Promise.withResolvers<HeavyAnswer>()
      const waiting = { heavy, answer }
      queue = [...queue, waiting]
      heavy.signal.addEventListener('abort', () => {
        if (!queue.includes(waiting)) return
        queue = queue.filter((other) => other !== waiting)
        answer.reject(new Refusal('service_unavailable'))
      })
      proceed()
      return answer.promise
    },
    close: crew.close,
  }
}

type Idle = { readonly helper: Helper; readonly kept: AbortController }
type Hiring = {
  readonly place: Place
  readonly limits: HeavyLimits
  readonly idleSeconds: number
}

/** The processes: started when none is idle, and ended when they have been for a while. */
function createCrew(runtime: Runtime, { place, limits, idleSeconds }: Hiring) {
  const helpers = new Set<Helper>()
  let idle: readonly Idle[] = []
  const end = (helper: Helper) => {
    helpers.delete(helper)
    helper.end()
  }
  const expire = async (one: Idle) => {
    await runtime.wait(idleSeconds * 1000, one.kept.signal)
    if (!idle.includes(one)) return
    idle = idle.filter((other) => other !== one)
    end(one.helper)
  }
  return {
    take: (): Helper => {
      for (const one of idle) {
        idle = idle.filter((other) => other !== one)
        one.kept.abort()
        if (!one.helper.isGone()) return one.helper
        helpers.delete(one.helper)
      }
      const helper = startHelper(runtime, place, limits)
      helpers.add(helper)
      return helper
    },
    rest: (helper: Helper) => {
      if (helper.isGone() || !helpers.has(helper)) return void helpers.delete(helper)
      const one = { helper, kept: new AbortController() }
      idle = [...idle, one]
      void expire(one)
    },
    close: () => {
      for (const { kept } of idle) kept.abort()
      for (const helper of helpers) end(helper)
    },
  }
}
