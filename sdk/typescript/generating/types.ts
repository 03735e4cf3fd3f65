import type { Schema } from './document.ts'

/**
 * Requests accept `undefined` for a field that may be left out, and lists that are not to be changed. Answers are as
 * they come: a field is there or it is not.
 */
export type Side = 'request' | 'answer'

/** Writes a schema as a type. `indent` is that of the line on which the type begins. */
export function typeOf(schema: Schema, side: Side, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) {
    const values = schema.enum.map(literal)
    // A nullable enumeration may name null in its type alone.
    if (isNullable(schema) && !values.includes('null')) values.push('null')
    return values.join(' | ')
  }
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map((one) => typeOf(one, side, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, side, indent)).join(' & ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const written = types.map((type) => {
    switch (type) {
      case 'object':
        return objectOf(schema, side, indent)
      case 'array':
        return arrayOf(typeOf(schema.items ?? {}, side, indent), side)
      case 'integer':
        return 'number'
      default:
        return type
    }
  })
  return written.length === 0 ? 'unknown' : written.join(' | ')
}

function isNullable({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null')
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function arrayOf(item: string, side: Side): string {
  return `${side === 'request' ? 'readonly ' : ''}${/[ {]/.test(item) ? `(${item})` : item}[]`
}

function objectOf(schema: Schema, side: Side, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.entries(properties)
  if (names.length === 0) {
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, side) : 'unknown'
    return side === 'request' ? `Readonly<Record<string, ${value}>>` : `Record<string, ${value}>`
  }
  return `{\n${fieldsOf(names, { side, indent: `${indent}  `, required })}${indent}}`
}

type Fields = {
  readonly side: Side
  readonly indent: string
  readonly required: readonly string[]
}

/** Writes fields, one a line, each below its description. */
export function fieldsOf(
  fields: readonly (readonly [name: string, schema: Schema])[],
  { side, indent, required }: Fields,
): string {
  return fields
    .map(([name, schema]) => {
      const must = required.includes(name)
      const type = typeOf(schema, side, indent)
      const optional = must ? ': ' : '?: '
      const loose = !must && side === 'request' ? ' | undefined' : ''
      const key = /^\w+$/.test(name) ? name : `'${name}'`
      return `${comment(schema.description, indent)}${indent}${key}${optional}${type}${loose}\n`
    })
    .join('')
}

/** A description as a comment, or nothing. */
export function comment(text: string | undefined, indent = ''): string {
  if (text === undefined || text === '') return ''
  const lines = text
    .replaceAll('*/', '*\u200b/')
    .split('\n')
    .flatMap((line) => wrap(line, 110 - indent.length))
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  const inner = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')
  return `${indent}/**\n${inner}${indent} */\n`
}

function wrap(line: string, width: number): readonly string[] {
  const lines: string[] = []
  let rest = line
  while (rest.length > width) {
    const end = rest.lastIndexOf(' ', width)
    if (end <= 0) break
    lines.push(rest.slice(0, end))
    rest = rest.slice(end + 1)
  }
  return [...lines, rest]
}
