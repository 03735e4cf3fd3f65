import { isSilent, type Lane } from './queue.ts'

/** How much is sent at once. No receiver can take more than its part, however slow it is. */
export type Limits = {
  readonly perWebhook: number
  /** For one host and port, whoever's webhooks lead there. */
  readonly perHost: number
  readonly perHousehold: number
  readonly perProcess: number
  /** Lanes that one process holds. */
  readonly lanes: number
}

export const defaultLimits: Limits = {
  perWebhook: 16,
  perHost: 32,
  perHousehold: 48,
  perProcess: 512,
  lanes: 1024,
}

/** Of the process's slots, the part that destinations known to be silent may hold together. */
const SILENT_SHARE = 0.25

export type Slots = {
  /** Takes a slot for one delivery of the lane, if there is one; `free` gives it back. */
  readonly take: (lane: Lane) => { readonly free: () => void } | null
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
    take: (lane) => {
      const bounds: [string, number][] = [
        ['process', limits.perProcess],
        [`host ${lane.to?.host}`, limits.perHost],
        [`household ${lane.lease.household_id}`, limits.perHousehold],
      ]
      if (isSilent(lane)) bounds.push(['silent', limits.perProcess * SILENT_SHARE])
      if (lane.sending >= Math.min(lane.pace, limits.perWebhook)) return null
      if (!bounds.every(([name, most]) => within(name, most))) return null
      for (const [name] of bounds) add(name, 1)
      lane.sending += 1
      return {
        free: () => {
          for (const [name] of bounds) add(name, -1)
          lane.sending -= 1
        },
      }
    },
  }
}
