import * as z from 'zod'
import { type Invocation, UsageError } from './command.ts'

type Field = {
  readonly kinds: readonly string[]
  readonly items: string
  readonly required: boolean
}

/** Reads the kinds of value that each field of a schema takes. */
export function propertiesOf(schema: z.ZodType): Record<string, Field> {
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

export function placeholder({ kinds }: Field): string {
  if (kinds.includes('boolean')) return 'true|false'
  if (kinds.includes('array')) return 'A,B'
  return kinds.includes('integer') || kinds.includes('number') ? 'N' : 'TEXT'
}
