import * as z from 'zod'
import type { Answer, Endpoint, Received } from '#/platform/contract/endpoint.ts'
import type { Acting, JsonText } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { decode } from '#/app/http/wire/decode.ts'
import { actFor, type Verb } from './act-for.ts'
import { columns, type Command, type Invocation, UsageError } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'

type Management<E extends Endpoint> = {
  /** `expense create` */
  readonly words: string
  readonly endpoint: E
  readonly verb: (acting: Acting & Runtime, input: Received<E>) => Promise<Answer<E> | JsonText>
  /** Fields that the words themselves say. */
  readonly fixed?: object
  readonly summary?: string
}

/**
 * The command of an endpoint: the household, then what the path names, then an option for each field of the body or the
 * query (`--target-amount 1200`; `none` for null, commas between several).
 */
export function manage<const E extends Endpoint>({
  words,
  endpoint,
  verb,
  fixed = {},
  summary = `${endpoint.summary}.`,
}: Management<E>): Command {
  const named = Object.keys(endpoint.params?.shape ?? {})
  const part = endpoint.body ? 'body' : 'query'
  const schema = endpoint.body ?? endpoint.query
  const fields = Object.entries(schema ? propertiesOf(schema) : {}).filter(
    ([name]) => !(name in fixed),
  )
  return {
    words,
    summary,
    synopsis: [
      'HOUSEHOLD_ID',
      ...named.map((name) => name.toUpperCase()),
      ...fields.map(([name, field]) => {
        const option = `--${optionOf(name)} ${placeholder(field)}`
        return field.required ? option : `[${option}]`
      }),
    ].join(' '),
    operands: ['HOUSEHOLD_ID', ...named.map((name) => name.toUpperCase())],
    options: Object.fromEntries(fields.map(([name]) => [optionOf(name), { type: 'string' }])),
    run: async (invocation) => {
      const householdId = idOperand(invocation, 0)
      const params = Object.fromEntries(
        named.map((name, at) => [name, invocation.operands[at + 1]]),
      )
      const given = { ...readFields(invocation, fields), ...fixed }
      const input = {
        ...(endpoint.params && { params: decode(endpoint.params, params, 'id') as object }),
        ...(schema && { [part]: decode(schema, given, part) }),
      }
      const answer = await invocation.withRuntime((runtime) =>
        actFor(runtime, householdId, { endpoint, verb: verb as Verb, input }),
      )
      return { json: answer, text: textOf(answer) }
    },
  }
}

type Field = {
  readonly kinds: readonly string[]
  readonly items: string
  readonly required: boolean
}

/** What a schema says of its fields: which kinds of value each takes. */
function propertiesOf(schema: z.ZodType): Record<string, Field> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const alternatives = (property as z.core.JSONSchema.JSONSchema).anyOf ?? [property]
      const kinds = alternatives.flatMap((one) =>
        typeof one === 'object' ? (one.type ?? (one.enum ?? []).map((word) => typeof word)) : [],
      )
      const list = alternatives.find((one) => typeof one === 'object' && one.type === 'array')
      const items = typeof list === 'object' && typeof list.items === 'object' ? list.items : {}
      const type = 'type' in items ? String(items.type) : 'string'
      return [name, { kinds, items: type, required: required.includes(name) }]
    }),
  )
}

function readFields(
  { options }: Invocation,
  fields: readonly (readonly [string, Field])[],
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(([name, { kinds, items }]) => {
      const text = options[optionOf(name)]
      if (typeof text !== 'string') return []
      if (text === 'none' && kinds.includes('null')) return [[name, null]]
      if (!kinds.includes('array')) return [[name, readValue(name, text, kinds)]]
      const parts = text === '' || text === 'none' ? [] : text.split(',')
      return [[name, parts.map((one) => readValue(name, one.trim(), [items]))]]
    }),
  )
}

function readValue(name: string, text: string, kinds: readonly string[]): unknown {
  if (kinds.includes('integer') || kinds.includes('number')) {
    if (!/^-?\d+$/.test(text)) throw new UsageError(`--${optionOf(name)}: a whole number.`)
    return Number(text)
  }
  if (!kinds.includes('boolean')) return text
  if (text !== 'true' && text !== 'false') {
    throw new UsageError(`--${optionOf(name)}: true or false.`)
  }
  return text === 'true'
}

function optionOf(name: string): string {
  return name.replaceAll('_', '-')
}

function placeholder({ kinds }: Field): string {
  if (kinds.includes('boolean')) return 'true|false'
  if (kinds.includes('array')) return 'A,B'
  return kinds.includes('integer') || kinds.includes('number') ? 'N' : 'TEXT'
}

/** Lists as a table, records as lines, for people. */
function textOf(answer: unknown): string {
  if (Array.isArray(answer)) return tableOf(answer as Record<string, unknown>[])
  const fields = Object.entries(answer as Record<string, unknown>)
  return columns(fields.map(([name, value]) => [name, show(value)]))
}

function tableOf(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows
  if (!first) return 'There is nothing yet.'
  // The fields that tell records apart; `--json` has all of them.
  const names = SHOWN.filter((name) => name in first)
  return columns([names, ...rows.map((row) => names.map((name) => show(row[name])))])
}

const SHOWN = [
  'id',
  'at',
  'match',
  'text',
  'category_id',
  'concept',
  'name',
  'host',
  'enabled',
  'may_be',
  'type',
  'kind',
  'balance',
  'target_amount',
  'due_date',
  'next_run_date',
  'member_id',
  'through',
  'action',
  'subject_id',
  'before',
  'after',
]

function show(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
