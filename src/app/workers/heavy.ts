import { availableParallelism } from 'node:os'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Elsewhere, Heavy, HeavyAnswer } from '#/app/http/api.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { ChildSettings } from './child.ts'
import { type HeavyLimits, type Helper, startHelper } from './heavy-helper.ts'

export type HeavyOptions = HeavyLimits & {
  /** Seconds for which an idle process is kept. */
  readonly idleSeconds: number
  /** Requests that run at once, separately for whole answers and for streamed ones. */
  readonly atOnce: { readonly whole: number; readonly stream: number }
  /** The maximum of waiting requests. */
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

type HeavyWork = {
  readonly elsewhere: Elsewhere
  /** Tells if a request is being answered. */
  readonly isBusy: () => boolean
  readonly close: () => void
}

/**
 * Lets separate processes answer heavy requests, so that other requests need not wait. A process starts when one is
 * needed, and ends after a time without work. A household's requests run one after the other, so that a household with
 * many delays nobody else. Streamed answers have slots of their own, because their receiver may be slow. A process that
 * dies loses only the request that it was answering.
 */
export function createHeavy(
  runtime: Runtime,
  settings: ChildSettings,
  options: Partial<HeavyOptions> = {},
): HeavyWork {
  const { idleSeconds, atOnce, waitingMax, ...limits } = { ...usual, ...options }
  const crew = createCrew(runtime, { settings, limits, idleSeconds })
  const busy = { whole: new Set<string>(), stream: new Set<string>() }
  let queue: readonly Waiting[] = []
  const kindOf = ({ stream }: Heavy) => (stream ? 'stream' : 'whole')
  const begin = ({ heavy, answer }: Waiting) => {
    const running = busy[kindOf(heavy)]
    const { householdId } = heavy.errand.caller
    running.add(householdId)
    const helper = crew.take()
    const performed = helper.perform(heavy)
    answer.resolve(performed.answer)
    void performed.freed.then(() => {
      running.delete(householdId)
      crew.rest(helper)
      proceed()
    })
  }
  const proceed = () => {
    for (const one of queue) {
      const kind = kindOf(one.heavy)
      const { householdId } = one.heavy.errand.caller
      if (busy[kind].size >= atOnce[kind] || busy[kind].has(householdId)) continue
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
    isBusy: () => busy.whole.size + busy.stream.size > 0,
    close: crew.close,
  }
}

type Idle = { readonly helper: Helper; readonly kept: AbortController }
type Hiring = {
  readonly settings: ChildSettings
  readonly limits: HeavyLimits
  readonly idleSeconds: number
}

/** Starts a process when none is idle, and ends it after a time without work. */
function createCrew(runtime: Runtime, { settings, limits, idleSeconds }: Hiring) {
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
      const helper = startHelper(runtime, settings, limits)
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
