import * as z from 'zod'

export type Json = { readonly [name: string]: unknown }

/** Requests are described in detail, so that clients can check them first; answers omit details that clients do not need. */
type Side = 'request' | 'response'

export type Schemas = {
  /** The JSON Schema of one side of an endpoint. Named schemas are separate and referenced. */
  readonly describe: (schema: z.ZodType, side: Side) => Json
  /** All named schemas so far, in alphabetical order. */
  readonly named: () => Json
}

/** Collects the schemas of a document. Throws if two different schemas have one name. */
export function collectSchemas(): Schemas {
  const named = new Map<string, unknown>()

  function hoist(definitions: unknown, side: Side): void {
    for (const [name, definition] of Object.entries((definitions ?? {}) as Json)) {
      const tidied = tidy(definition, side)
      const known = named.get(name)
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(tidied)) {
        throw new Error(`two different schemas are called ${name}`)
      }
      named.set(name, tidied)
    }
  }

  function tidy(value: unknown, side: Side): unknown {
    if (Array.isArray(value)) return value.map((item) => tidy(item, side))
    if (value === null || typeof value !== 'object') return value
    const { $schema: _, $defs, ...rest } = value as Json
    hoist($defs, side)
    if (typeof rest['$ref'] === 'string') {
      return { ...rest, $ref: rest['$ref'].replace('#/$defs/', '#/components/schemas/') }
    }
    const entries = Object.entries(rest).map(([name, item]) => [name, tidy(item, side)] as const)
    return simplify(Object.fromEntries(entries), side)
  }

  return {
    // The wire side of every schema is its input side, for requests and answers alike.
    describe: (schema, side) => tidy(z.toJSONSchema(schema, { io: 'input' }), side) as Json,
    named: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function simplify(schema: Json, side: Side): Json {
  return foldNull(
    side === 'response' ? loosenBounds(dropPattern(schema, side)) : dropPattern(schema, side),
  )
}

/** Drops the pattern of a value with a format, which says the same. */
function dropPattern(schema: Json, side: Side): Json {
  const { format, pattern, ...rest } = schema
  const formats = side === 'request' ? ['date-time'] : ['date-time', 'date', 'uuid']
  if (typeof pattern !== 'string' || !formats.includes(String(format))) return schema
  return { ...rest, format }
}

/** Drops the bounds of exact integers, because every integer of an answer is exact. */
function loosenBounds(schema: Json): Json {
  const { minimum, maximum, ...rest } = schema
  const unbounded = minimum === Number.MIN_SAFE_INTEGER && maximum === Number.MAX_SAFE_INTEGER
  return unbounded ? { ...rest, format: 'int64' } : schema
}

/** Writes `anyOf` of a type and null as one nullable type. */
function foldNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [first, second] = anyOf as [Json, Json]
  if (second['type'] !== 'null' || typeof first['type'] !== 'string' || 'enum' in first)
    return schema
  return { ...first, type: [first['type'], 'null'], ...rest }
}
