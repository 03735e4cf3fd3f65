import { Refusal } from '#/platform/contract/refusal.ts'
import { createSlots, type Leave } from './slots.ts'
import { type Exceeded, windowAt } from './window.ts'

/** Units that one person may spend with all their sessions, in all their households. */
export const PERSON_UNITS = { minute: 3000, hour: 40_000 } as const
/** Units that the members of a household may spend together, so that one of them never takes all. */
export const HOUSEHOLD_UNITS = { minute: 6000, hour: 80_000 } as const

/** Heavy requests that run at the same moment; so many more wait for a place. */
const PERSON_HEAVY = { running: 2, waiting: 6 } as const
const HOUSEHOLD_HEAVY = { running: 4, waiting: 12 } as const
/** When to ask again for a place, in seconds. */
const PLACE_SECONDS = 2

/** Who pays. Without a household the person pays alone. */
export type Spender = { readonly personId: string; readonly householdId: string | null }

/**
 * What people who are signed in may ask for. The counters are in the memory of this process, so that no request costs a
 * statement more: a budget of several processes is so many times as large. There are as many counters as people and
 * households that have asked for anything within the hour.
 */
export type SessionBudget = {
  /** Throws a 429 for a session whose person has nothing left, before anything is asked of the database. */
  readonly requireLeft: (session: string, cost: number) => void
  /** Counts a request of a session; what is refused is not counted. Throws a 429 with the seconds until it may succeed. */
  readonly spend: (session: string, spender: Spender, cost: number) => void
  /** Waits for a place among the heavy requests. Throws a 429 where too many wait. */
  readonly takePlace: (spender: Spender, signal?: AbortSignal) => Promise<Leave>
}

export function createSessionBudget(now: () => Temporal.Instant): SessionBudget {
  const minute = createCounters('minute')
  const hour = createCounters('hour')
  const refused: Refused = { minute: 0, persons: new Map() }
  const people = createSlots(PERSON_HEAVY.running, PERSON_HEAVY.waiting)
  const households = createSlots(HOUSEHOLD_HEAVY.running, HOUSEHOLD_HEAVY.waiting)
  const require = (account: Account, cost: number) => {
    const at = now()
    // The hour first: who waits for it need not hear of the minute.
    for (const counters of [hour, minute]) {
      if (counters.left(account, at) < cost) throw counters.refusal(account, at)
    }
  }
  return {
    requireLeft: (session, cost) => {
      const personId = refused.persons.get(session)
      if (personId !== undefined && cost > 0) require(personOf(personId), cost)
    },
    spend: (session, { personId, householdId }, cost) => {
      if (cost === 0) return
      const person = personOf(personId)
      const accounts = householdId === null ? [person] : [person, householdOf(householdId)]
      for (const account of accounts) {
        try {
          require(account, cost)
        } catch (error) {
          if (account === person) remember(refused, session, { personId, now: now() })
          throw error
        }
      }
      for (const account of accounts) {
        for (const counters of [hour, minute]) counters.add(account, cost, now())
      }
    },
    takePlace: async ({ personId, householdId }, signal) => {
      const leavePerson = await people.take(personId, signal)
      if (!leavePerson) throw busy()
      if (householdId === null) return leavePerson
      const leaveHousehold = await households.take(householdId, signal)
      if (!leaveHousehold) {
        leavePerson()
        throw busy()
      }
      return () => {
        leaveHousehold()
        leavePerson()
      }
    },
  }
}

type Account = { readonly key: string; readonly isPerson: boolean }

function personOf(id: string): Account {
  return { key: `person:${id}`, isPerson: true }
}

function householdOf(id: string): Account {
  return { key: `household:${id}`, isPerson: false }
}

function createCounters(window: Exceeded) {
  let index = -1
  let used = new Map<string, number>()
  // As admission has it, a clock that is set back a little opens no window a second time.
  const move = (now: Temporal.Instant) => {
    const next = windowAt(window, now).index
    if (next <= index && next >= index - 1) return
    index = next
    used = new Map()
  }
  const limitOf = ({ isPerson }: Account) => (isPerson ? PERSON_UNITS : HOUSEHOLD_UNITS)[window]
  return {
    left: (account: Account, now: Temporal.Instant): number => {
      move(now)
      return limitOf(account) - (used.get(account.key) ?? 0)
    },
    add: ({ key }: Account, cost: number, now: Temporal.Instant): void => {
      move(now)
      used.set(key, (used.get(key) ?? 0) + cost)
    },
    refusal: ({ isPerson }: Account, now: Temporal.Instant): Refusal => {
      const ends = (index + 1) * windowAt(window, now).seconds
      const asker = isPerson ? 'You have' : 'The members of this household have'
      return new Refusal(
        window === 'hour' ? 'account_rate_limit_exceeded' : 'rate_limit_exceeded',
        {
          message: `${asker} asked for more than the budget of this ${window}.`,
          retryAfterSeconds: Math.max(1, Math.ceil(ends - now.epochMilliseconds / 1000)),
        },
      )
    },
  }
}

function busy(): Refusal {
  return new Refusal('rate_limit_exceeded', {
    message: 'Several large requests of yours or of your household are running already.',
    detail: { name: 'heavy_requests' },
    retryAfterSeconds: PLACE_SECONDS,
  })
}

/** The persons behind the sessions that were refused last. */
type Refused = { minute: number; readonly persons: Map<string, string> }

/** Forgets those of earlier minutes, so that the memory is bounded. */
function remember(
  refused: Refused,
  session: string,
  { personId, now }: { readonly personId: string; readonly now: Temporal.Instant },
): void {
  const { index } = windowAt('minute', now)
  if (refused.minute !== index) refused.persons.clear()
  refused.minute = index
  refused.persons.set(session, personId)
}
