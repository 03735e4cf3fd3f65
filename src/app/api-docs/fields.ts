import type { Lookup, Parameter, Schema } from './document.ts'
import { type Html, html } from './html.ts'
import { renderInline } from './markdown.ts'
import { isNullable, typeOf } from './sample.ts'

/** Levels of objects in objects that are shown; deeper ones are seen in the example. */
const DEPTH_MAX = 3

type Field = { readonly name: string; readonly schema: Schema; readonly required: boolean }

/** Lists the fields of an object; those of objects inside it can be opened. */
export function fieldList(given: Schema, lookup: Lookup, depth = 0): Html | null {
  const schema = objectIn(given, lookup)
  const entries = Object.entries(schema?.properties ?? {})
  if (entries.length === 0) return null
  const fields = entries.map(([name, field]) =>
    fieldItem(
      { name, schema: field, required: schema?.required?.includes(name) === true },
      lookup,
      {
        depth,
      },
    ),
  )
  return html`<ul class="fields">
    ${fields}
  </ul>`
}

export function parameterList(parameters: readonly Parameter[], lookup: Lookup): Html {
  const items = parameters.map(({ name, schema, required = false, description, ...rest }) => {
    // Headers say in words what they allow.
    const bare: Schema = rest.in === 'header' ? { type: 'string' } : schema
    const extension = rest['x-earmark-extension'] === true
    const field = {
      ...bare,
      ...(description !== undefined && { description }),
      ...(extension && { 'x-earmark-extension': true }),
    }
    return fieldItem({ name, schema: field, required }, lookup, { depth: 0 })
  })
  return html`<ul class="fields">
    ${items}
  </ul>`
}

function fieldItem(
  { name, schema: given, required }: Field,
  lookup: Lookup,
  { depth }: { readonly depth: number },
): Html {
  const schema = lookup.schema(given)
  const inner = depth < DEPTH_MAX ? fieldList(schema, lookup, depth + 1) : null
  const { description, 'x-earmark-extension': extension = false } = schema
  return html`<li>
    <p class="field">
      <code>${name}</code>
      <span class="type">${typeName(schema, lookup)}</span
      >${required && html` <span class="must">required</span>`}${extension && html` <span class="chip">extension</span>`}
    </p>
    ${description !== undefined && renderInline(description.replace(/^Extension\. /, ''))}${limitsOf(schema)}${
      inner &&
      html`<details>
        <summary>Fields of <code>${name}</code></summary>
        ${inner}
      </details>`
    }
  </li>`
}

/** The object that a schema is, may be, or is a list of. */
function objectIn(given: Schema, lookup: Lookup): Schema | null {
  const schema = lookup.schema(given)
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items, lookup)
  const option = schema.anyOf?.find((one) => one.type !== 'null')
  return option ? objectIn(option, lookup) : null
}

function typeName(schema: Schema, lookup: Lookup): string {
  const name = bareType(schema, lookup)
  return isNullable(schema) ? `${name} or null` : name
}

const formats: Readonly<Record<string, string>> = {
  date: 'day',
  'date-time': 'moment',
  uuid: 'id',
  'uri-reference': 'address',
}

function bareType(schema: Schema, lookup: Lookup): string {
  const { format, items, anyOf } = schema
  if (format !== undefined && formats[format] !== undefined) return formats[format]
  if (items) return `list of ${bareType(lookup.schema(items), lookup)}s`
  if (anyOf?.[0]) return bareType(lookup.schema(anyOf[0]), lookup)
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  return typeOf(schema) ?? (typeof values[0] === 'number' ? 'number' : 'text')
}

/** Lists the values, the bounds and the default of a field. */
function limitsOf(schema: Schema): Html | null {
  const { minimum, maximum, minLength: least = 0, maxLength, maxItems, items } = schema
  const values = schema.enum ?? items?.enum ?? schema.anyOf?.find((one) => one.enum)?.enum
  const bounded = minimum !== undefined && maximum !== undefined && maximum < 1e9
  const said = [
    values && html`One of ${joined(values.map((value) => html`<code>${value}</code>`))}.`,
    schema.const !== undefined && html`Always <code>${String(schema.const)}</code>.`,
    bounded && html`${minimum} to ${maximum}.`,
    maxLength !== undefined &&
      html`${least > 1 ? `${least} to` : 'At most'} ${maxLength} characters.`,
    maxItems !== undefined && html`At most ${maxItems}.`,
    schema.default !== undefined && html`Default <code>${String(schema.default)}</code>.`,
  ].filter((one) => one !== undefined && one !== false)
  return said.length === 0 ? null : html`<p class="limits">${joined(said, ' ')}</p>`
}

function joined(pieces: readonly Html[], by = ', '): Html {
  return { html: pieces.map((piece) => piece.html).join(by) }
}
