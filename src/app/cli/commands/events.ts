import * as z from 'zod'
import { listSecurityEvents, type SecurityEvent } from '#/people/access/security-events.ts'
import {
  columns,
  type Command,
  type Invocation,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { requirePerson } from './person.ts'

const LIMIT = 200
const LIMIT_MAX = 100_000

export const eventsCommand: Command = {
  words: 'events',
  synopsis: '[--person EMAIL|ID] [--since 24h|7d|DAY|MOMENT] [--limit N]',
  summary:
    'Lists security events, newest first: signing in and failing to, locks, second factors, keys, devices, commands of the operator.',
  operands: [],
  options: { person: { type: 'string' }, since: { type: 'string' }, limit: { type: 'string' } },
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
    const text = events.length === 0 ? 'No such event.' : columns(events.map(rowOf))
    return { json: events, text }
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

function rowOf(event: SecurityEvent): readonly string[] {
  const where = event.address ?? (event.through === 'cli' ? 'command line' : (event.through ?? ''))
  const who = event.email ?? event.person_id ?? (event.of === 'person' ? 'guest' : 'operator')
  return [event.at, event.action, who, where, event.detail || shorten(event.agent ?? '')]
}

/** A browser's name for itself may be long, and is nothing but a claim. */
function shorten(agent: string): string {
  return agent.length > 60 ? `${agent.slice(0, 59)}…` : agent
}
