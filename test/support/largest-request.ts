import * as z from 'zod'
import type { Endpoint } from '#/platform/contract/endpoint.ts'

/** The text that is slowest to search: blanks between two letters. */
const blanks = (length: number) => `x${' '.repeat(Math.max(0, length - 2))}${length > 1 ? 'a' : ''}`

/** As much of JSON Schema as requests are declared in. */
type Schema = {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** The stored ids, by the name of what holds one: `account_id`, or the folder of a path, `accounts`. */
export type Known = {
  readonly id: (name: string, place: number) => string
  /** How many there are. */
  readonly count: (name: string) => number
}

export type Largest = {
  readonly path: string
  readonly query: string
  readonly body: unknown
}

/** Items of a list without an end of its own. */
const ITEMS = 500

/**
 * Makes the largest request that an endpoint takes: each list as long and each text as hostile as it may be. `plain`:
 * only the required fields, with harmless texts.
 */
export function largestRequest(
  { path, query, body, bodyKind }: Endpoint,
  known: Known,
  plain: boolean,
): Largest {
  const folder = path.split('/')[1]!
  const made = (schema: z.ZodType) => {
    const read = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
    return largest(read, { folder, name: folder, place: 0, known, plain })
  }
  const asked = query ? (made(query) as Readonly<Record<string, unknown>>) : {}
  return {
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      return name === 'day' ? '2026-02-10' : known.id(name === 'id' ? folder : name, 0)
    }),
    query: new URLSearchParams(
      Object.entries(asked).map(([name, value]) => [name, String(value)]),
    ).toString(),
    body: body && bodyKind !== 'bytes' ? made(body) : undefined,
  }
}

type Place = {
  readonly folder: string
  readonly name: string
  readonly place: number
  readonly known: Known
  readonly plain: boolean
}

function largest(schema: Schema, place: Place): unknown {
  const { anyOf, oneOf, allOf } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = anyOf ?? oneOf
  if (choices) return largest(choices.find(({ type }) => type !== 'null') ?? choices[0]!, place)
  if (allOf) return largest(Object.assign({}, ...allOf) as Schema, place)
  if (schema.type === 'array') {
    if (place.name === 'scopes') return ['data.read']
    // Days of the month go with a frequency that is not the first one.
    if (place.name === 'days') return []
    // An order names all that there are.
    const most = place.name === 'ids' ? place.known.count(place.folder) : ITEMS
    const length = Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? most, most))
    return Array.from({ length }, (_, index) => {
      return largest(schema.items ?? {}, { ...place, place: index })
    })
  }
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(([name]) => {
      // Only one type of Expense takes a card's account.
      return !place.plain ? name !== 'card_account_id' : schema.required?.includes(name)
    })
    return Object.fromEntries(
      members.map(([name, value]) => [name, largest(value, { ...place, name })]),
    )
  }
  if (schema.type === 'integer' || schema.type === 'number') return integer(schema, place)
  if (schema.type === 'boolean') return place.name === 'enabled'
  return schema.type === 'string' ? string(schema, place) : undefined
}

function integer(schema: Schema, { name, place }: Place): number {
  const { exclusiveMinimum = -1, minimum = exclusiveMinimum + 1, maximum = 1 } = schema
  if (/amount|balance|target|floor/.test(name)) return Math.max(minimum, -1000 - place)
  // A page, and how far ahead: as much as may be asked for.
  return /limit|months|hours|days/.test(name) ? maximum : Math.max(minimum, Math.min(maximum, 1))
}

function string(schema: Schema, { folder, name, place, known, plain }: Place): string {
  const { format, pattern, maxLength = 200, minLength = 0 } = schema
  if (name === 'ids') return known.id(folder, place)
  if (format === 'uuid' || /_ids?$/.test(name)) {
    // Two sides of a transfer, a parent, and the one that comes after are others than the record itself.
    return known.id(name, /^(to|before|parent)_/.test(name) ? place + 1 : place)
  }
  if (/^(booked_at|.*build_by|from|to|day|anchor)$|_date$/.test(name)) {
    return name === 'fund_ahead_build_by' ? '2027-01-04' : '2026-01-04'
  }
  if (/_at$|since/.test(name)) {
    return name === 'expires_at' ? '2027-01-01T00:00:00.000Z' : '2026-01-01T00:00:00.000Z'
  }
  if (format === 'email' || name === 'email') return `${'x'.repeat(50)}@example.com`
  if (/country_codes/.test(name)) return 'ES'
  if (/currency/.test(name)) return 'EUR'
  if (/locale/.test(name)) return 'en-GB'
  if (/timezone/.test(name)) return 'Europe/Madrid'
  if (/url/.test(name)) return 'https://hooks.example/'
  if (/external_id|idempotency/.test(name)) return `x-${place}`
  if (plain) return 'shop'.padEnd(minLength, 'p')
  return pattern === undefined ? blanks(Math.max(minLength, maxLength)) : 'x'
}
