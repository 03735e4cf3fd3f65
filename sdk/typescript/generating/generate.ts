import { codes } from '../../../src/platform/contract/codes.ts'
import { document, type Operation, operations, type Schema } from './document.ts'
import { groupOf, methodOf, pascal } from './names.ts'
import { comment, fieldsOf, typeOf } from './types.ts'

const HEAD = '// Written by sdk/typescript/generate.ts from the OpenAPI document. Do not edit.\n'

/** The generated files by name. Two calls return the same texts. */
export function generate(): Readonly<Record<string, string>> {
  return { 'types.ts': writeTypes(), 'operations.ts': writeOperations() }
}

/** The schemas of the document, the inputs of its operations, and its error codes. */
function writeTypes(): string {
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'ErrorAnswer')
    .map(([name, schema]) => declare(name, schema, 'answer'))
  const inputs = operations.flatMap((operation) => {
    const { id, query, body } = operation
    return [
      ...(query.length > 0 ? [declareQuery(operation)] : []),
      ...(body ? [declare(`${pascal(id)}Body`, body, 'request')] : []),
    ]
  })
  return [HEAD, ...schemas, ...inputs, writeCodes()].join('\n')
}

function declare(name: string, schema: Schema, side: 'request' | 'answer'): string {
  return `${comment(schema.description)}export type ${name} = ${typeOf(schema, side)}\n`
}

function declareQuery({ id, query }: Operation): string {
  const fields = query.map(
    ({ name, description, schema }) =>
      [name, { ...schema, ...(description !== undefined && { description }) }] as const,
  )
  const required = query.filter((one) => one.required).map(({ name }) => name)
  const written = fieldsOf(fields, { side: 'request', indent: '  ', required })
  return `export type ${pascal(id)}Query = {\n${written}}\n`
}

/** Every code that an operation may answer with, its type and its status. */
function writeCodes(): string {
  const error = document.components.schemas['ErrorAnswer']?.properties?.['error']
  const answered = error?.properties?.['code']?.enum ?? []
  if (answered.length === 0) throw new Error('the document names no error codes')
  const lines = Object.entries(codes)
    .filter(([code]) => answered.includes(code))
    .map(([code, { type, status, message }]) => {
      return `${comment(message, '  ')}  ${code}: { type: '${type}'; status: ${status} }\n`
    })
  return `/** Every code that the service answers with. */\nexport type ErrorCodes = {\n${lines.join('')}}\n`
}

/** A class for each group of operations. The hand-written client extends some of them. */
function writeOperations(): string {
  const byTag = [...new Set(operations.map(({ tag }) => tag))]
  const classes = byTag.map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag)
    const methods = own.map(writeMethod).join('\n')
    return `export class ${pascal(groupOf(tag))}Calls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

${methods}}
`
  })
  const list = operations.map(({ id, tag }) => `  ${id}: '${groupOf(tag)}.${methodOf(id, tag)}',\n`)
  const names = `/** Where each operation of the OpenAPI document is in the client, by its operation id. */
export const operationNames = {
${list.join('')}} as const
`
  const body = [...classes, names].join('\n')
  const types = [...new Set(typesIn(body))].toSorted()
  const imports = `import { part, type ReadOptions, type Send, type WriteOptions } from '../call.ts'
import type {
${types.map((name) => `  ${name},\n`).join('')}} from './types.ts'
`
  return [HEAD + imports, body].join('\n')
}

function typesIn(text: string): readonly string[] {
  const known = [
    ...Object.keys(document.components.schemas),
    ...operations.flatMap(({ id }) => [`${pascal(id)}Query`, `${pascal(id)}Body`]),
  ]
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  return known.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
}

function writeMethod({ id, tag, method, path, about, params, query, body, answer }: Operation) {
  const args = [
    ...params.map((name) => `${camel(name)}: string`),
    ...(query.length > 0
      ? [`query: ${pascal(id)}Query${query.some((one) => one.required) ? '' : ' = {}'}`]
      : []),
    ...(body ? [`body: ${pascal(id)}Body`] : []),
    `options: ${method === 'GET' ? 'ReadOptions' : 'WriteOptions'} = {}`,
  ]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${part(${camel(name)})}`)
  const target = params.length > 0 ? `\`${filled}\`` : `'${path}'`
  const request = [
    `method: '${method}'`,
    `path: ${target}`,
    ...(query.length > 0 ? ['query'] : []),
    ...(body ? ['body'] : []),
  ].join(', ')
  return `${comment(about, '  ')}  async ${methodOf(id, tag)}(${args.join(', ')}): Promise<${typeOf(answer, 'answer', '  ')}> {
    return this.#send({ ${request} }, options)
  }
`
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
