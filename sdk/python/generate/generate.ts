import { events } from '#/webhooks/contract.ts'
import {
  type Document,
  type Schema,
  listEvents,
  listOperations,
  lookupIn,
} from '#/app/api-docs/document.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { openapi } from '#/platform/contract/openapi.ts'
import { type Method, methodOf } from './methods.ts'
import { groups, places } from './operations.ts'
import { pascal, quoted } from './python.ts'
import { createTypes, sorted, type Types } from './schema-types.ts'

const HEAD =
  '# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.'

/** Makes the files of the package that follow from the OpenAPI document, by their paths inside of the package. */
export function generate(): ReadonlyMap<string, string> {
  const document = openapi(publicContracts, { serverUrl: '/v1', events }) as unknown as Document
  const operations = listOperations(document)
  const unknown = operations.filter(({ operationId }) => !(operationId in places))
  if (unknown.length > 0) {
    throw new Error(`operations.ts lacks ${unknown.map((one) => one.operationId).join(', ')}`)
  }
  const types = createTypes()
  const methods = new Map<string, Method[]>(Object.keys(groups).map((group) => [group, []]))
  for (const [id, place] of Object.entries(places)) {
    const operation = operations.find(({ operationId }) => operationId === id)
    if (!operation) throw new Error(`operations.ts has ${id}, which the API does not have`)
    const body = operation.body === null ? null : lookupIn(document).schema(operation.body)
    methods.get(place.group)!.push(methodOf({ ...operation, body }, place, types))
  }
  const eventNames = listEvents(document).map(({ body }) => types.typeOf(body!, 'Event', 'answer'))
  declareSchemas(document, types)
  const files = new Map<string, string>([['types.py', typesFile(document, types, eventNames)]])
  for (const [group, own] of methods) files.set(`_api/${group}.py`, groupFile(group, own, types))
  files.set('_api/__init__.py', `${HEAD}\n`)
  return files
}

/** Errors are read into exceptions, so their body needs no type of its own. */
function declareSchemas(document: Document, types: Types): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!name.startsWith('Error')) types.declare(name, schema, 'answer')
  }
}

function typesFile(document: Document, types: Types, eventNames: readonly string[]): string {
  const { schemas } = document.components
  const error = (schemas['ErrorAnswer'] ?? schemas['Error'])!.properties!['error']!.properties!
  const names = sorted(['ErrorCode', 'ErrorType', 'WebhookEvent', ...types.names()])
  return text([
    '"""The types of what the API takes and answers. At run time they are plain dicts.',
    '',
    'Answers may get new fields and new values: ignore those that you do not know.',
    '"""',
    '',
    HEAD,
    '',
    'from __future__ import annotations',
    '',
    'from typing import List, Literal, Optional, TypedDict, Union',
    '',
    'from ._calls import Day, Id',
    '',
    '__all__ = [',
    ...names.map((name) => `    "${name}",`),
    ']',
    '',
    '',
    ...literalAlias('ErrorType', error['type']!),
    '',
    ...literalAlias('ErrorCode', error['code']!),
    '',
    '',
    ...types.lines(),
    `#: The body of a webhook request; \`event["name"]\` says which.`,
    `WebhookEvent = Union[${eventNames.join(', ')}]`,
  ])
}

function literalAlias(name: string, { enum: values = [] }: Schema): string[] {
  return [`${name} = Literal[`, ...values.map((value) => `    ${quoted(value)},`), ']']
}

function groupFile(group: string, methods: readonly Method[], types: Types): string {
  const name = pascal(group)
  const classes = (['sync', 'async'] as const).flatMap((kind) => {
    const [prefix, sender] = kind === 'sync' ? ['', 'Sender'] : ['Async', 'AsyncSender']
    return [
      '',
      '',
      `class ${prefix}${name}Api:`,
      `    """${groups[group]}"""`,
      '',
      `    def __init__(self, sender: ${sender}) -> None:`,
      '        self._sender = sender',
      ...methods.flatMap((method) => ['', ...method.lines(kind)]),
    ]
  })
  const body = classes.join('\n')
  const used = (names: readonly string[]) =>
    names.filter((one) => new RegExp(`\\b${one}\\b`).test(withoutTexts(body)))
  const imports = (module: string, names: readonly string[]) => {
    const found = used(names)
    if (found.length === 0) return []
    return [`from ${module} import (`, ...found.map((one) => `    ${one},`), ')']
  }
  return text([
    HEAD,
    '',
    'from __future__ import annotations',
    '',
    ...imports('typing', ['List', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Union']),
    '',
    ...imports('.._calls', ['OMITTED', 'Call', 'Day', 'Id', 'Moment', 'Omitted', 'segment']),
    'from .._senders import AsyncSender, Sender',
    ...imports('..types', types.names()),
    body,
  ])
}

/** Names in docstrings are not used. */
function withoutTexts(code: string): string {
  return code.replaceAll(/"""[\s\S]*?"""/g, '')
}

function text(lines: readonly string[]): string {
  return `${lines
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trimEnd()}\n`
}
