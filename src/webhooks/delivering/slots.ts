import { isUnreachable, type Queue } from './queue.ts'

/** Limits of concurrent attempts, so that a slow receiver cannot hold up the others. */
export type Limits = {
  readonly perWebhook: number
  /** For one host and port, over all households. */
  readonly perHost: number
  readonly perHousehold: number
  readonly perProcess: number
  /** Queues that one process holds. */
  readonly queues: number
}

export const defaultLimits: Limits = {
  perWebhook: 16,
  perHost: 32,
  perHousehold: 48,
  perProcess: 512,
  queues: 1024,
}

/** The share of a process's slots that all unreachable destinations together may hold. */
const UNREACHABLE_SHARE = 0.25

export type Slots = {
  /** Takes a slot for one delivery of the queue; null if none is free. `free` returns it. */
  readonly take: (queue: Queue) => { readonly free: () => void } | null
}

export function createSlots(limits: Limits): Slots {
  const taken = new Map<string, number>()
  const within = (name: string, most: number) => (taken.get(name) ?? 0) < most
  const add = (name: string, step: number) => {
    const next = (taken.get(name) ?? 0) + step
    if (next === 0) taken.delete(name)
    else taken.set(name, next)
  }
  return {
    take: (queue) => {
      // Asked first, because most calls end here.
      if (queue.sending >= Math.min(queue.concurrency, limits.perWebhook)) return null
      const bounds: [string, number][] = [
        ['process', limits.perProcess],
        [`host ${queue.to?.host}`, limits.perHost],
        [`household ${queue.lease.household_id}`, limits.perHousehold],
      ]
      if (isUnreachable(queue)) bounds.push(['unreachable', limits.perProcess * UNREACHABLE_SHARE])
      if (!bounds.every(([name, most]) => within(name, most))) return null
      for (const [name] of bounds) add(name, 1)
      queue.sending += 1
      return {
        free: () => {
          for (const [name] of bounds) add(name, -1)
          queue.sending -= 1
        },
      }
    },
  }
}
