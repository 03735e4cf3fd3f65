import type { Json, Lookup, Schema } from './document.ts'

export type Samples = {
  /** Returns the example beside a schema of the document; null without one. */
  readonly of: (schema: Schema, tag: string) => Json
  /** Returns the example beside the schema of a body; without one, an object of those that its fields have. */
  readonly body: (schema: Schema, tag: string, also: readonly string[]) => Json
}

/** Reads the examples of a document, which a demo household has answered: `app/http/api-examples.json`. */
export function createSamples({ example }: Lookup): Samples {
  return {
    of: (schema) => example(schema) ?? null,
    body: (schema, _tag, also) => {
      const { properties = {}, required = [] } = schema
      const shown = Object.entries(properties).filter(([name]) => {
        return required.includes(name) || also.includes(name)
      })
      const fields = shown.map(([name, field]) => [name, example(field) ?? null] as const)
      return example(schema) ?? Object.fromEntries(fields)
    },
  }
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
