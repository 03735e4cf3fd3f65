import type { Schema } from '#/app/api-docs/document.ts'
import { comment, docstring, isKeyword, pascal, quoted } from './python.ts'

/** Inputs may be given as the standard library has them: a date, an aware datetime, a UUID. */
export type Direction = 'input' | 'answer'

type Shape = Schema & { readonly additionalProperties?: boolean | Schema }

type Declared = { readonly schema: Shape; readonly lines: readonly string[] }

/** The types of the document as TypedDicts. Nested objects get a name made of those around them. */
export function createTypes() {
  const declared = new Map<string, Declared>()

  function typeOf(schema: Shape, name: string, direction: Direction): string {
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    if (schema.anyOf) {
      const types = schema.anyOf.filter((one) => one.type !== 'null')
      const written = union(types.map((one) => typeOf(one, name, direction)))
      return types.length < schema.anyOf.length ? `Optional[${written}]` : written
    }
    const kinds = [schema.type ?? []].flat()
    const known = kinds.filter((kind) => kind !== 'null')
    const written = union(
      known.length === 0 && (schema.enum || schema.const !== undefined)
        ? [literal(schema)]
        : known.map((kind) => single(schema, kind, { name, direction })),
    )
    return known.length < kinds.length ? `Optional[${written}]` : written
  }

  function single(
    schema: Shape,
    kind: string,
    { name, direction }: { name: string; direction: Direction },
  ): string {
    if (schema.enum || schema.const !== undefined) return literal(schema)
    if (kind === 'string') return direction === 'input' ? textInput(schema) : 'str'
    if (kind === 'integer') return 'int'
    if (kind === 'number') return 'float'
    if (kind === 'boolean') return 'bool'
    if (kind === 'array') {
      const item = typeOf(schema.items!, name, direction)
      return direction === 'input' ? `Sequence[${item}]` : `List[${item}]`
    }
    if (kind === 'object' && typeof schema.additionalProperties === 'object') {
      return `Mapping[str, ${typeOf(schema.additionalProperties, name, direction)}]`
    }
    if (kind === 'object' && schema.properties) return declare(name, schema, direction)
    throw new Error(`${name}: no Python type for ${JSON.stringify(schema)}`)
  }

  function declare(name: string, schema: Shape, direction: Direction): string {
    const before = declared.get(name)
    if (before !== undefined) {
      if (JSON.stringify(before.schema) === JSON.stringify(schema)) return name
      throw new Error(`two types are called ${name}`)
    }
    declared.set(name, { schema, lines: [] })
    const lines = typedDict(name, schema, (field, inner) => typeOf(field, inner, direction))
    declared.set(name, { schema, lines })
    return name
  }

  return {
    typeOf,
    declare,
    names: () => sorted([...declared.keys()]),
    lines: () =>
      sorted([...declared.keys()]).flatMap((name) => [...declared.get(name)!.lines, '', '']),
  }
}

export function sorted(names: readonly string[]): string[] {
  return names.toSorted((a, b) => (a < b ? -1 : 1))
}

function typedDict(
  name: string,
  schema: Shape,
  typeOf: (schema: Shape, name: string) => string,
): string[] {
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([field, given]) => ({
    field,
    comments: comment(given.description, '    '),
    type: typeOf(given, nested(name, field)),
    isRequired: required.has(field),
  }))
  const about = docstring(schema.description ?? `\`${name}\` of the API.`, '    ')
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const always = fields.filter(({ isRequired }) => isRequired)
  if (optional.length === 0) return dictOf(name, always, { about })
  if (always.length === 0) return dictOf(name, optional, { about, total: false })
  // Python 3.9 has no NotRequired: the fields that are always there are inherited.
  const base = `_${name}Always`
  return [
    ...dictOf(base, always, { about: [] }),
    '',
    '',
    ...dictOf(name, optional, { about, total: false, base }),
  ]
}

/** Names a type inside another one. */
function nested(name: string, field: string): string {
  const joined = name + pascal(field)
  // Python has a ConnectionError of its own.
  return joined === 'ConnectionError' ? 'ConnectionProblem' : joined
}

export type Types = ReturnType<typeof createTypes>

type Field = { readonly field: string; readonly comments: readonly string[]; readonly type: string }

type DictOptions = {
  readonly about: readonly string[]
  readonly total?: false
  readonly base?: string
}

function dictOf(name: string, fields: readonly Field[], options: DictOptions): string[] {
  const { about, total, base } = options
  const end = total === false ? ', total=False' : ''
  if (fields.some(({ field }) => isKeyword(field))) {
    // A field that is a word of Python's own can only be written as text; its type is text too, since it is read at once.
    if (base !== undefined || total === false) throw new Error(`${name}: optional keyword fields`)
    const entries = fields.flatMap(({ field, comments, type }) => [
      ...comments,
      `    "${field}": "${type.replaceAll('"', "'")}",`,
    ])
    return [`${name} = TypedDict("${name}", {`, ...entries, '})']
  }
  const body = fields.flatMap(({ field, comments, type }) => [...comments, `    ${field}: ${type}`])
  return [`class ${name}(${base ?? 'TypedDict'}${end}):`, ...about, ...body]
}

function literal({ enum: values, const: only }: Schema): string {
  return `Literal[${(values ?? [only!]).map(quoted).join(', ')}]`
}

function textInput({ format }: Schema): string {
  if (format === 'uuid') return 'Id'
  if (format === 'date') return 'Day'
  return format === 'date-time' ? 'Moment' : 'str'
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`
}
