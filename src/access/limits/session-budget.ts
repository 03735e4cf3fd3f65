import { Refusal } from '#/platform/contract/refusal.ts'
import { createSlots, type FreeSlot } from './slots.ts'
import { type Exceeded, windowAt } from './window.ts'

/** Units that one person may spend in all their sessions and households. */
export const PERSON_UNITS = { minute: 3000, hour: 40_000 } as const
/** Units that the members of a household may spend together; more than one person's, so that nobody can use up all. */
export const HOUSEHOLD_UNITS = { minute: 6000, hour: 80_000 } as const

/** The heavy requests of a person that run at once, and those that may wait for a slot. */
const PERSON_HEAVY = { running: 2, waiting: 6 } as const
const HOUSEHOLD_HEAVY = { running: 4, waiting: 12 } as const
/** The seconds after which to ask for a slot again. */
const RETRY_SECONDS = 2

/** The person and household that pay for a request. Without a household, only the person pays. */
export type Spender = { readonly personId: string; readonly householdId: string | null }

/**
 * The budget of signed-in people. Counters are in this process's memory, so that no request costs a further statement;
 * with several processes, the budget is multiplied by their number. There is one counter per person and household with
 * requests in the current hour.
 */
export type SessionBudget = {
  /** Throws a 429 if the session's person has nothing left, before any database query. */
  readonly requireLeft: (session: string, cost: number) => void
  /** Counts a request of a session, unless it is refused: then throws a 429 with the seconds until it may succeed. */
  readonly spend: (session: string, spender: Spender, cost: number) => void
  /** Waits for a slot for a heavy request. Throws a 429 if too many wait. */
  readonly takeSlot: (spender: Spender, signal?: AbortSignal) => Promise<FreeSlot>
}

export function createSessionBudget(now: () => Temporal.Instant): SessionBudget {
  const minute = createCounters('minute')
  const hour = createCounters('hour')
  const refused: Refused = { minute: 0, persons: new Map() }
  const people = createSlots(PERSON_HEAVY.running, PERSON_HEAVY.waiting)
  const households = createSlots(HOUSEHOLD_HEAVY.running, HOUSEHOLD_HEAVY.waiting)
  const require = (account: Account, cost: number) => {
    const at = now()
    // Check the hour first: its wait includes that of the minute.
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
    takeSlot: async ({ personId, householdId }, signal) => {
      const freePerson = await people.take(personId, signal)
      if (!freePerson) throw busy()
      if (householdId === null) return freePerson
      const freeHousehold = await households.take(householdId, signal)
      if (!freeHousehold) {
        freePerson()
        throw busy()
      }
      return () => {
        freeHousehold()
        freePerson()
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
  // Never reopen an earlier window, even if the clock is set back a little; admission does the same.
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
          message: `${asker} used up the budget of this ${window}.`,
          retryAfterSeconds: Math.max(1, Math.ceil(ends - now.epochMilliseconds / 1000)),
        },
      )
    },
  }
}

function busy(): Refusal {
  return new Refusal('rate_limit_exceeded', {
    message: 'Several large requests of you or your household are already running.',
    detail: { name: 'heavy_requests' },
    retryAfterSeconds: RETRY_SECONDS,
  })
}

/** The persons of the sessions that were refused in this minute. */
type Refused = { minute: number; readonly persons: Map<string, string> }

/** Records a refused session. Forgets those of earlier minutes, to bound the memory. */
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
