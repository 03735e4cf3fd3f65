import type { Operation, Schema } from '#/app/api-docs/document.ts'
import type { Place } from './operations.ts'
import { argument, docstring, pascal } from './python.ts'
import type { Types } from './schema-types.ts'

type Shape = Schema & { readonly properties?: Readonly<Record<string, Schema>> }

type Argument = {
  readonly name: string
  readonly wire: string
  readonly type: string
  readonly isRequired: boolean
  readonly text: string | undefined
}

export type Method = {
  readonly name: string
  readonly answer: string
  /** The lines between the colon of `def` and its end, for both kinds of client. */
  readonly lines: (kind: 'sync' | 'async') => readonly string[]
}

/** Headers that the client itself sends. */
const own = ['Idempotency-Key', 'If-None-Match']

/** Writes the method of an operation. */
export function methodOf(operation: Operation, place: Place, types: Types): Method {
  const parameters = operation.parameters.filter(({ name }) => !own.includes(name))
  const path = parameters.filter((one) => one.in === 'path')
  const names = place.path ?? []
  if (path.length !== names.length) throw new Error(`${operation.operationId}: its path changed`)
  const query = parameters.filter((one) => one.in === 'query')
  const foreign = parameters.find((one) => one.in === 'header')
  if (foreign) throw new Error(`${operation.operationId}: nothing sends ${foreign.name}`)
  const inputs: readonly Argument[] = query.map((given) => ({
    name: argument(given.name),
    wire: given.name,
    type: queryType(given.schema, types),
    isRequired: given.required ?? false,
    text: given.description,
  }))
  const fields = bodyFields(operation, place, types)
  const answer = answerOf(operation, place, types)
  const isWrite = operation.method !== 'GET'
  return {
    name: place.method,
    answer,
    lines: (kind) => [
      ...signature({ place, names, inputs, fields, isWrite, answer, kind }),
      ...docstring(documentation(operation, [...inputs, ...fields]), '        '),
      `        call: Call[${answer}] = Call(`,
      `            ${JSON.stringify(operation.method)},`,
      `            ${pathExpression(operation.path, names)},`,
      ...mapping('query', inputs),
      ...mapping('body', fields, operation.body !== null),
      ...(isWrite ? ['            idempotency_key=idempotency_key,'] : []),
      '            timeout=timeout,',
      '        )',
      `        return ${kind === 'async' ? 'await ' : ''}self._sender.send(call)`,
    ],
  }
}

/** A query of which only `true` is allowed is a flag. */
function queryType(schema: Schema, types: Types): string {
  if (schema.const === 'true') return 'Literal[True]'
  return types.typeOf(schema, 'Query', 'input')
}

function bodyFields({ body }: Operation, { items = {} }: Place, types: Types): Argument[] {
  const { properties = {}, required = [] } = (body ?? {}) as Shape
  return Object.entries(properties).map(([wire, schema]) => ({
    name: argument(wire),
    wire,
    type: types.typeOf(schema, items[wire] ?? pascal(wire), 'input'),
    isRequired: required.includes(wire),
    text: schema.description,
  }))
}

function answerOf({ operationId, answer }: Operation, place: Place, types: Types): string {
  if (answer.schema === null) throw new Error(`${operationId} answers nothing`)
  return types.typeOf(answer.schema, place.answer ?? pascal(operationId), 'answer')
}

type Signature = {
  readonly place: Place
  readonly names: readonly string[]
  readonly inputs: readonly Argument[]
  readonly fields: readonly Argument[]
  readonly isWrite: boolean
  readonly answer: string
  readonly kind: 'sync' | 'async'
}

function signature({ place, names, inputs, fields, isWrite, answer, kind }: Signature): string[] {
  const written = [
    'self',
    ...names.map((name) => `${name}: Id`),
    '*',
    ...inputs.map(({ name, type, isRequired }) =>
      isRequired ? `${name}: ${type}` : `${name}: Optional[${type}] = None`,
    ),
    ...fields
      .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
      .map(({ name, type, isRequired }) =>
        isRequired ? `${name}: ${type}` : `${name}: Union[${type}, Omitted] = OMITTED`,
      ),
    ...(isWrite ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout: Optional[float] = None',
  ]
  return [
    `    ${kind === 'async' ? 'async ' : ''}def ${place.method}(`,
    ...written.map((one) => `        ${one},`),
    `    ) -> ${answer}:`,
  ]
}

function documentation(operation: Operation, inputs: readonly Argument[]): string {
  const summary = operation.summary.replace(/\.?$/, '.')
  const named = inputs
    .filter(({ text }) => text !== undefined && text !== '')
    .map(({ name, text }) => `\`${name}\`: ${text!}`)
  return [
    summary,
    ...(operation.description === undefined ? [] : [operation.description]),
    ...(named.length > 0 ? [named.join('\n')] : []),
    `\`${operation.method} ${operation.path}\``,
  ].join('\n\n')
}

function pathExpression(path: string, names: readonly string[]): string {
  if (names.length === 0) return JSON.stringify(path)
  let index = 0
  const filled = path.replaceAll(/\{\w+\}/g, () => {
    const name = names[index++]!
    return `{segment('${name}', ${name})}`
  })
  return `f"${filled}"`
}

function mapping(keyword: string, inputs: readonly Argument[], always = false): string[] {
  if (inputs.length === 0) return always ? [`            ${keyword}={},`] : []
  return [
    `            ${keyword}={`,
    ...inputs.map(({ name, wire }) => `                ${JSON.stringify(wire)}: ${name},`),
    '            },',
  ]
}
