import { Refusal } from '#/platform/contract/refusal.ts'

/** Hashes that run at once; each takes memory and a thread. */
const RUNNING_MAX = 2
/** Waiting jobs, separately for known holders and for strangers; more are refused. */
const WAITING_MAX = 50
/**
 * Waiting jobs of one known holder, so that none fills the queue alone. As many as a known browser has attempts: strangers
 * cannot turn any of them away.
 */
const HELD_MAX = 10

type QueueName = 'first' | 'others'
type Waiting = { readonly holder: string | null; readonly go: () => void }

/** Runs few hashes at once, and lets known browsers go before strangers. */
export type HashQueue = {
  /**
   * Does the work when its turn comes. `holder` names a known browser, a session or a link, which go first; null is a
   * stranger. Throws `service_unavailable` if too many wait.
   */
  readonly run: <T>(holder: string | null, work: () => Promise<T>) => Promise<T>
}

export function createHashQueue(): HashQueue {
  let running = 0
  const waiting: Record<QueueName, Waiting[]> = { first: [], others: [] }

  const queueOf = (holder: string | null): QueueName => {
    if (holder === null) return 'others'
    const held = waiting.first.filter((one) => one.holder === holder).length
    return held < HELD_MAX ? 'first' : 'others'
  }
  const enter = async (holder: string | null) => {
    if (running < RUNNING_MAX) {
      running += 1
      return
    }
    const queue = waiting[queueOf(holder)]
    if (queue.length >= WAITING_MAX) {
      throw new Refusal('service_unavailable', { retryAfterSeconds: 5 })
    }
    await new Promise<void>((go) => queue.push({ holder, go }))
  }
  /** Hands the slot to the job that waits longest, known holders first. */
  const leave = () => {
    const next = waiting.first.shift() ?? waiting.others.shift()
    if (next) next.go()
    else running -= 1
  }
  return {
    run: async (holder, work) => {
      await enter(holder)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
