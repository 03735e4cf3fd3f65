import { openapi } from '../../../src/platform/contract/openapi.ts'
import { publicContracts } from '../../../src/app/http/public-contracts.ts'
import { events } from '../../../src/webhooks/contract.ts'

/** The parts of a JSON Schema that types are made of. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }

export type Parameter = {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Described = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export type Operation = {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  /** The summary and the description. */
  readonly about: string
  readonly params: readonly string[]
  readonly query: readonly Parameter[]
  readonly body: Schema | null
  readonly answer: Schema
}

/** The OpenAPI document of the contracts. */
export const document = openapi(publicContracts, { serverUrl: '/v1', events }) as Document

/** The operations in the order of the document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId: id, tags, summary, description, parameters = [] } = described
      const success = Object.keys(described.responses).find((status) => status.startsWith('2'))!
      return {
        id,
        tag: tags[0]!,
        method: method.toUpperCase(),
        path,
        about: [summary, ...(description === undefined ? [] : [description])].join('\n\n'),
        params: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        query: parameters.filter((one) => one.in === 'query'),
        body: described.requestBody ? schemaOf(described.requestBody) : null,
        answer: schemaOf(described.responses[success]!),
      }
    }),
)

function schemaOf({ content }: Content): Schema {
  const found = content?.['application/json']?.schema
  if (!found) throw new Error('an operation has no JSON')
  return found
}
