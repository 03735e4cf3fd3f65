import * as z from 'zod'

/**
 * A schema that describes itself in fewer words: what a format says already is left out. Every assistant reads the schemas
 * of all tools before its first question, and the pattern of an id alone has 190 characters.
 */
export function lean<S extends z.ZodObject>(schema: S): S {
  const standard = schema['~standard']
  const input = (options: Parameters<typeof standard.jsonSchema.input>[0]) => {
    const { $schema: _, ...rest } = standard.jsonSchema.input(options)
    return shorten(rest)
  }
  const described = { ...standard, jsonSchema: { ...standard.jsonSchema, input } }
  return Object.create(schema, { '~standard': { value: described } }) as S
}

type Json = Record<string, unknown>

function shorten(schema: Json): Json {
  const kept = 'format' in schema ? without(schema, 'pattern') : schema
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, shortenValue(value)]),
  )
}

function shortenValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortenValue)
  return value !== null && typeof value === 'object' ? shorten({ ...value }) : value
}

function without(schema: Json, left: string): Json {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== left))
}
