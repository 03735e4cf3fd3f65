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
  /** Begins to share out the slots that are free now among queues that are to be fetched for. It takes none. */
  readonly share: () => Share
}

/** Returns how many more attempts of a queue can start, and leaves them out of what later queues are given. */
export type Share = (queue: Queue) => number

type Bound = readonly [name: string, most: number]

/** The bounds of a queue while its destination has this host: texts that are made for each attempt are slow keys. */
type Lasting = { readonly host: string | undefined; readonly bounds: readonly Bound[] }

export function createSlots(limits: Limits): Slots {
  const taken = new Map<string, number>()
  const add = (name: string, step: number) => addTo(taken, name, step)
  const within = (name: string, most: number) => (taken.get(name) ?? 0) < most
  const unreachable: Bound = ['unreachable', limits.perProcess * UNREACHABLE_SHARE]
  const lasting = new WeakMap<Queue, Lasting>()
  const boundsOf = (queue: Queue): readonly Bound[] => {
    const host = queue.to?.host
    let known = lasting.get(queue)
    if (known === undefined || known.host !== host) {
      const bounds: Bound[] = [
        ['process', limits.perProcess],
        [`host ${host}`, limits.perHost],
        [`household ${queue.lease.household_id}`, limits.perHousehold],
      ]
      known = { host, bounds }
      lasting.set(queue, known)
    }
    return isUnreachable(queue) ? [...known.bounds, unreachable] : known.bounds
  }
  const ownRoom = (queue: Queue) => Math.min(queue.concurrency, limits.perWebhook) - queue.sending
  return {
    take: (queue) => {
      // Asked first, because most calls end here.
      if (ownRoom(queue) <= 0) return null
      const bounds = boundsOf(queue)
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
    share: () => {
      const given = new Map<string, number>()
      return (queue) => {
        const bounds = boundsOf(queue)
        const left = bounds.map(([name, most]) => {
          return most - (taken.get(name) ?? 0) - (given.get(name) ?? 0)
        })
        const room = Math.max(Math.min(ownRoom(queue), ...left), 0)
        for (const [name] of bounds) addTo(given, name, room)
        return room
      }
    },
  }
}

function addTo(counts: Map<string, number>, name: string, step: number): void {
  const next = (counts.get(name) ?? 0) + step
  if (next === 0) counts.delete(name)
  else counts.set(name, next)
}
