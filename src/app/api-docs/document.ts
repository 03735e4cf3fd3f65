export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

/** The parts of an OpenAPI document that the reference shows. */
export type Document = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly (string | number)[]
  readonly const?: string | number | boolean
  readonly default?: string | number | boolean
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly 'x-earmark-extension'?: boolean
}

export type Parameter = {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: Json
  readonly 'x-earmark-extension'?: boolean
}

type Response = {
  readonly $ref?: string
  readonly description: string
  readonly content?: Content
}

type Content = {
  readonly 'application/json'?: { readonly schema: Schema; readonly example?: Json }
}

type Described = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
  readonly 'x-earmark-scope'?: string
  readonly 'x-earmark-extension'?: boolean
}

export type Operation = Omit<Described, 'responses'> & {
  readonly method: string
  /** Below `/v1`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The schema of the body that is sent, if one is. */
  readonly body: Schema | null
  readonly answer: { readonly status: string; readonly schema: Schema | null }
  readonly refusals: readonly { readonly status: string; readonly description: string }[]
}

export type Lookup = {
  readonly schema: (schema: Schema) => Schema
  /** The example of a body, an answer or a parameter, by its schema; undefined without one. */
  readonly example: (schema: Schema) => Json | undefined
}

export function lookupIn(document: Document): Lookup {
  const { components } = document
  const examples = examplesOf(document)
  const schema = (given: Schema): Schema => {
    if (given.$ref === undefined) return given
    const { $ref, ...beside } = given
    return schema({ ...components.schemas[lastPart($ref)], ...beside })
  }
  return { schema, example: (given) => examples.get(given) }
}

/** Finds the examples of all operations and events, by the schemas beside which they stand. */
function examplesOf({ paths, webhooks = {} }: Document): ReadonlyMap<Schema, Json> {
  const found = new Map<Schema, Json>()
  const note = ({
    schema,
    example,
  }: { readonly schema?: Schema; readonly example?: Json } = {}) => {
    if (schema && example !== undefined) found.set(schema, example)
  }
  for (const operations of [...Object.values(paths), ...Object.values(webhooks)]) {
    for (const { parameters = [], requestBody, responses } of Object.values(operations)) {
      parameters.forEach(note)
      note(requestBody?.content['application/json'])
      for (const { content } of Object.values(responses)) note(content?.['application/json'])
    }
  }
  return found
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Lists the operations in the order of the document. */
export function listOperations(document: Document): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(document, { method: method.toUpperCase(), path, described }),
    ),
  )
}

/** Lists the requests that the service sends to webhooks. */
export function listEvents(document: Document): readonly Operation[] {
  return Object.entries(document.webhooks ?? {}).flatMap(([name, methods]) =>
    Object.values(methods).map((described) =>
      operationOf(document, { method: 'EVENT', path: name, described }),
    ),
  )
}

function operationOf(
  { components }: Document,
  { method, path, described }: { method: string; path: string; described: Described },
): Operation {
  const { responses, ...rest } = described
  const answers = Object.entries(responses).map(([status, given]) => ({
    status,
    ...(given.$ref === undefined ? given : components.responses[lastPart(given.$ref)]!),
  }))
  const success = answers.find(({ status }) => status.startsWith('2'))
  return {
    ...rest,
    method,
    path,
    parameters: (described.parameters ?? []).map((given) =>
      given.$ref === undefined ? given : components.parameters[lastPart(given.$ref)]!,
    ),
    body: described.requestBody?.content['application/json']?.schema ?? null,
    answer: {
      status: success?.status ?? '',
      schema: success?.content?.['application/json']?.schema ?? null,
    },
    refusals: answers
      .filter(({ status }) => !status.startsWith('2'))
      .map(({ status, description }) => ({ status, description })),
  }
}
