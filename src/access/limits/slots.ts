/** Gives a place back. Calling it again does nothing. */
export type Leave = () => void

export type Slots = {
  /** Resolves once there is a place; null: too many wait already, or the signal has aborted meanwhile. */
  readonly take: (key: string, signal?: AbortSignal) => Promise<Leave | null>
}

type Queue = { running: number; readonly waiting: Set<() => void> }

/** At most `runningMax` at once for each key, first come first served; at most `waitingMax` wait. */
export function createSlots(runningMax: number, waitingMax: number): Slots {
  const queues = new Map<string, Queue>()
  const leaver = (key: string, queue: Queue): Leave => {
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = queue.waiting
      if (next) {
        // The place goes to the next one: as many run as before.
        queue.waiting.delete(next)
        next()
        return
      }
      queue.running -= 1
      if (queue.running === 0) queues.delete(key)
    }
  }
  return {
    take: async (key, signal) => {
      const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
      queues.set(key, queue)
      if (queue.running < runningMax) {
        queue.running += 1
        return leaver(key, queue)
      }
      if (queue.waiting.size >= waitingMax || signal?.aborted) return null
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const go = () => resolve(true)
      const giveUp = () => resolve(!queue.waiting.delete(go))
      queue.waiting.add(go)
      signal?.addEventListener('abort', giveUp)
      const mayGo = await promise
      signal?.removeEventListener('abort', giveUp)
      return mayGo ? leaver(key, queue) : null
    },
  }
}
