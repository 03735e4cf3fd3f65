import * as z from 'zod'
import { type CommandOption, type Invocation, UsageError } from './command.ts'
import { fieldText } from './field-text.ts'

export type Field = {
  readonly kinds: readonly string[]
  readonly items: string
  readonly required: boolean
  /** The only values, of each item for a list. */
  readonly choices: readonly string[]
  readonly format: string | undefined
  readonly description: string | undefined
  /** The value that counts if the field is left out, as it is typed. */
  readonly default: string | undefined
}

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Reads from a schema what each field takes. */
export function propertiesOf(schema: z.ZodType): Record<string, Field> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      fieldOf(property as JsonSchema, required.includes(name)),
    ]),
  )
}

function fieldOf(property: JsonSchema, required: boolean): Field {
  const alternatives = (property.anyOf ?? [property]).filter((one) => typeof one === 'object')
  const kinds = alternatives.flatMap((one) => one.type ?? wordsOf(one).map((word) => typeof word))
  const list = alternatives.find((one) => one.type === 'array')
  const items =
    list && typeof list.items === 'object' && !Array.isArray(list.items) ? list.items : {}
  const value = list ? items : (alternatives.find((one) => one.type !== 'null') ?? {})
  return {
    kinds,
    items: typeof items.type === 'string' ? items.type : 'string',
    required,
    choices: wordsOf(value).map(String),
    format: value.format,
    description: property.description ?? value.description,
    default: typed(property.default),
  }
}

function wordsOf({ enum: words, const: only }: JsonSchema): readonly unknown[] {
  return words ?? (only === undefined ? [] : [only])
}

/** Writes a default as it would be typed; null and an empty list are what is meant by leaving an option out. */
function typed(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Makes the option of a field. */
export function optionFor(name: string, field: Field, words: string): CommandOption {
  const { kinds, choices, required } = field
  const isNullable = kinds.includes('null')
  const all = kinds.includes('boolean') ? ['true', 'false'] : choices
  return {
    type: 'string',
    description: fieldText({ name, words, description: field.description }),
    ...(all.length > 0
      ? { choices: isNullable ? [...all, 'none'] : all }
      : { value: placeholder(name, field) }),
    ...(kinds.includes('array') && { list: true }),
    ...(required && { required }),
    ...(field.default !== undefined && { default: field.default }),
  }
}

export function readFields(
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

export function optionOf(name: string): string {
  return name.replaceAll('_', '-')
}

const inCents = /(?:amount|balance|deposit|difference|floor|^value)$/
const placeholders: Readonly<Record<string, string>> = {
  uuid: 'ID',
  date: 'DAY',
  'date-time': 'MOMENT',
}

function placeholder(name: string, { kinds, items, format }: Field): string {
  const isNumber = [...kinds, items].some((kind) => kind === 'integer' || kind === 'number')
  const one = isNumber
    ? inCents.test(name)
      ? 'CENTS'
      : 'N'
    : (placeholders[format ?? ''] ?? 'TEXT')
  return kinds.includes('array') ? `${one},…` : one
}
