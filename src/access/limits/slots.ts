/** Frees a slot. Calling it again does nothing. */
export type FreeSlot = () => void

export type Slots = {
  /** Resolves when a slot is free; null if too many wait already, or the signal aborts meanwhile. */
  readonly take: (key: string, signal?: AbortSignal) => Promise<FreeSlot | null>
}

type Queue = { running: number; readonly waiting: Set<() => void> }

/** Creates slots: for each key at most `runningMax` run at once, in order of arrival, and at most `waitingMax` wait. */
export function createSlots(runningMax: number, waitingMax: number): Slots {
  const queues = new Map<string, Queue>()
  const freeSlotOf = (key: string, queue: Queue): FreeSlot => {
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const [next] = queue.waiting
      if (next) {
        // Pass the slot on: the number of running ones stays.
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
        return freeSlotOf(key, queue)
      }
      if (queue.waiting.size >= waitingMax || signal?.aborted) return null
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const go = () => resolve(true)
      const giveUp = () => resolve(!queue.waiting.delete(go))
      queue.waiting.add(go)
      signal?.addEventListener('abort', giveUp)
      const mayGo = await promise
      signal?.removeEventListener('abort', giveUp)
      return mayGo ? freeSlotOf(key, queue) : null
    },
  }
}
