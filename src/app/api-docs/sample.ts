import type { Lookup, Schema } from './document.ts'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

const DAY = '2026-11-20'
const MOMENT = '2026-11-20T09:41:00.000Z'

/** Values that say more than the shape of a field does, by the field's name. */
const known: Readonly<Record<string, Json>> = {
  amount: -1250,
  available: true,
  concept: 'Lunch',
  original_concept: 'TRAMSTOP COFFEE 45',
  currency: 'EUR',
  cursor: 'eyJhdCI6IjIwMjYtMTEtMjAifQ',
  institution_name: 'River Bank',
  label: 'Groceries',
  locale: 'en-GB',
  mask: '4821',
  next_cursor: null,
  note: null,
  notes: null,
  page: 1,
  pages: 1,
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=25',
  search: 'coffee',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  timezone: 'Europe/Madrid',
  total: 1,
  url: 'https://example.com/hooks/earmark',
  headers: {},
  has_more: false,
  reason: null,
  error: null,
  splits: [],
  external_id: null,
  subscribed: true,
  event_id: 'evt_0193f2a47c1e7b3a9d524f8e1c6a2b90',
  delivery_id: 'evt_0193f2a47c1e7b3a9d524f8e1c6a2b90',
}

/** Names of things, by the tag of the operation that answers with them. */
const named: Readonly<Record<string, string>> = {
  Accounts: 'Everyday',
  Connections: 'Everyday',
  Expenses: 'Rent',
  'Funding schedules': 'Salary',
  Settings: 'The Alameda household',
  Webhooks: 'Budget sheet',
}

export type Samples = {
  /** Returns a value that a schema allows, the same every time. */
  readonly of: (schema: Schema, tag: string) => Json
  /** Returns the required fields of an object, and those that are named. */
  readonly body: (schema: Schema, tag: string, also: readonly string[]) => Json
}

export function createSamples(lookup: Lookup): Samples {
  return {
    of: (schema, tag) => sampleOf(schema, { lookup, tag }),
    body: (given, tag, also) => {
      const schema = lookup.schema(given)
      const { properties = {}, required = [] } = schema
      const shown = Object.entries(properties).filter(([name]) => {
        return required.includes(name) || also.includes(name)
      })
      return sampleOf({ ...schema, properties: Object.fromEntries(shown) }, { lookup, tag })
    },
  }
}

type Place = {
  readonly lookup: Lookup
  readonly tag: string
  readonly name?: string
  readonly depth?: number
}

function sampleOf(given: Schema, at: Place): Json {
  const { name = '', depth = 0 } = at
  const schema = at.lookup.schema(given)
  const type = typeOf(schema)
  const fitting = name === 'name' && depth < 3 ? (named[at.tag] ?? 'Groceries') : known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined)
    return schema.enum.includes('booked') ? 'booked' : (schema.enum[0] ?? null)
  if (fitting !== undefined && (fitting === null ? isNullable(schema) : fits(fitting, schema))) {
    return fitting
  }
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, at)
  if (type === 'object') return sampleObject(schema, at)
  if (type === 'array') {
    return depth > 3
      ? []
      : [sampleOf(schema.items ?? {}, { ...at, name: singular(name), depth: depth + 1 })]
  }
  if (type === 'boolean') return !/^(is_hidden|is_system|closed|exclude)/.test(name)
  if (type === 'integer' || type === 'number') return sampleNumber(schema, name)
  return sampleText(schema, name)
}

function sampleObject(schema: Schema, at: Place): Json {
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      sampleOf(field, { ...at, name, depth: (at.depth ?? 0) + 1 }),
    ]),
  )
}

/** Fields that hold cents. */
const MONEY =
  /amount|balance|assets|liabilities|worth|spent|refunded|net|income|expense|transfer|aside|target|total_|free|reserve|shortfall|floor|remaining$/

function sampleNumber({ minimum, maximum }: Schema, name: string): number {
  const wished = /count|index|position|attempts|page|limit/.test(name)
    ? 1
    : MONEY.test(name)
      ? 12_500
      : 1
  return Math.min(Math.max(wished, minimum ?? wished), maximum ?? wished)
}

function sampleText({ format, minLength = 0 }: Schema, name: string): string {
  if (format === 'uuid') return idOf(name)
  if (format === 'date') return DAY
  if (format === 'date-time') return MOMENT
  return name.replaceAll('_', ' ').padEnd(minLength, '-')
}

/** Returns an id that is another one for each name. */
function idOf(name: string): string {
  let sum = 0x4f8e1c6a
  for (const character of name) sum = (sum * 33 + character.codePointAt(0)!) % 0xffff_ffff
  return `0193f2a4-7c1e-7b3a-9d52-${sum.toString(16).padStart(12, '0')}`
}

export function typeOf({ type, properties }: Schema): string | null {
  if (type === undefined) return properties ? 'object' : null
  return typeof type === 'string' ? type : (type.find((one) => one !== 'null') ?? null)
}

export function isNullable({ type, anyOf }: Schema): boolean {
  return (
    (Array.isArray(type) && type.includes('null')) ||
    anyOf?.some((one) => one.type === 'null') === true
  )
}

function fits(value: Json, schema: Schema): boolean {
  const type = typeOf(schema)
  if (type === 'integer' || type === 'number') {
    return typeof value === 'number' && value >= (schema.minimum ?? value)
  }
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return value !== null && typeof value === 'object'
  return typeof value === type
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '')
}
