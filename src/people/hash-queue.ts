import { Refusal } from '#/platform/contract/refusal.ts'

/** Hashes at once, each with its memory and a thread. */
const RUNNING_MAX = 2
/** Places to wait, of those who come first and of the others; who finds none is turned away. */
const WAITING_MAX = 50
/** Places of one holder among those who come first: nobody fills them alone. */
const HELD_MAX = 4

type Lane = 'first' | 'others'
type Waiting = { readonly holder: string | null; readonly go: () => void }

/** A queue in which few work at once, and in which those who are known come before strangers. */
export type HashQueue = {
  /**
   * Does the work when its turn comes. `holder` says who comes first: a browser that is known, a session, a link; null: a
   * stranger. Throws `service_unavailable` where too many wait.
   */
  readonly run: <T>(holder: string | null, work: () => Promise<T>) => Promise<T>
}

export function createHashQueue(): HashQueue {
  let running = 0
  const waiting: Record<Lane, Waiting[]> = { first: [], others: [] }

  const laneOf = (holder: string | null): Lane => {
    if (holder === null) return 'others'
    const held = waiting.first.filter((one) => one.holder === holder).length
    return held < HELD_MAX ? 'first' : 'others'
  }
  const enter = async (holder: string | null) => {
    if (running < RUNNING_MAX) {
      running += 1
      return
    }
    const lane = waiting[laneOf(holder)]
    if (lane.length >= WAITING_MAX) {
      throw new Refusal('service_unavailable', { retryAfterSeconds: 5 })
    }
    await new Promise<void>((go) => lane.push({ holder, go }))
  }
  /** Hands the place on to who waits longest, of those who come first if there are any. */
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
