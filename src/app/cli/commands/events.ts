import * as z from 'zod'
import { listSecurityEvents, type SecurityEvent } from '#/people/access/security-events.ts'
import { type Command, type Invocation, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { type Column, listed } from '#/app/cli/words/table.ts'
import { requirePerson } from './person.ts'

const LIMIT = 200
const LIMIT_MAX = 100_000

export const eventsCommand: Command = {
  words: 'events',
  group: 'people',
  common: 'List who signed in, and what was refused',
  summary:
    'Lists security events, newest first: signing in and failing to, locks, second factors, keys, devices, calendar addresses, commands of the operator.',
  operands: [],
  options: {
    person: { type: 'string', description: 'Only what concerns this person.', value: 'EMAIL|ID' },
    since: {
      type: 'string',
      description: 'How far back: hours, days, a day or a moment.',
      value: '24h|7d|DAY|MOMENT',
    },
    limit: { type: 'string', description: 'Entries at most.', value: 'N', default: '200' },
  },
  lists: true,
  examples: ['events --since 7d'],
  run: async (invocation) => {
    const asked = textOption(invocation, 'person')
    const limit = limitOption(invocation)
    const sought = sinceOption(invocation)
    const events = await invocation.withRuntime(async (runtime) => {
      const personId = asked === undefined ? null : (await requirePerson(runtime, asked)).id
      return listSecurityEvents(runtime, {
        personId,
        since: sought?.(runtime.now()) ?? null,
        limit,
      })
    })
    return listed(invocation, { json: events, rows: events, columns, empty: 'No such event.' })
  },
}

function limitOption(invocation: Invocation): number {
  const text = textOption(invocation, 'limit')
  if (text === undefined) return LIMIT
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= LIMIT_MAX) return limit
  throw new UsageError(`--limit: a whole number from 1 to ${LIMIT_MAX}.`)
}

/** Reads `24h`, `7d`, a day in UTC or a moment, as a function of now. */
function sinceOption(
  invocation: Invocation,
): ((now: Temporal.Instant) => Temporal.Instant) | undefined {
  const text = textOption(invocation, 'since')
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? []
  if (count !== undefined) {
    return (now) => now.subtract({ hours: Number(count) * (unit === 'd' ? 24 : 1) })
  }
  const moment = z.iso.date().safeParse(text).success ? `${text}T00:00:00Z` : text
  try {
    const since = Temporal.Instant.from(moment)
    return () => since
  } catch {
    throw new UsageError('--since: 24h, 7d, a day such as 2026-11-20, or 2026-11-20T09:00:00Z.')
  }
}

const columns: readonly Column<SecurityEvent>[] = [
  { name: 'at', of: ({ at }) => at },
  { name: 'action', of: ({ action }) => action },
  {
    name: 'who',
    of: (event) => event.email ?? event.person_id ?? nobody(event),
  },
  {
    name: 'where',
    of: ({ address, through }) => address ?? (through === 'cli' ? 'command line' : through),
  },
  { name: 'detail', of: ({ detail, agent }) => detail || shorten(agent ?? '') },
]

/** Says who it was, if it is nobody with an account. */
function nobody({ of, through }: SecurityEvent): string {
  if (of === 'person') return 'guest'
  return through === 'api' ? 'no account' : 'operator'
}

/** A browser's name for itself may be long, and is nothing but a claim. */
function shorten(agent: string): string {
  return agent.length > 60 ? `${agent.slice(0, 59)}…` : agent
}
