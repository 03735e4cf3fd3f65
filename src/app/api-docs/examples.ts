import type { Json, Operation } from './document.ts'
import { ORIGIN } from './places.ts'
import type { Samples } from './sample.ts'

export type Example = { readonly language: string; readonly label: string; readonly code: string }

type Call = {
  readonly method: string
  /** With the query. */
  readonly url: string
  readonly body: Json
  readonly isWrite: boolean
}

/** Optional fields and parameters that make an example worth reading, by operation. */
const shown: Readonly<Record<string, readonly string[]>> = {
  changeWebhook: ['enabled'],
  editTransaction: ['concept'],
  listExpenseTransfers: ['limit'],
  listTransactions: ['search', 'limit'],
  showSpending: ['from', 'to', 'group_by'],
  summarizeTransactions: ['from', 'to'],
}

/** Writes the call of an operation in each language. Keys come from the environment, so that none ends up in a program. */
export function writeExamples(operation: Operation, samples: Samples): readonly Example[] {
  const call = callOf(operation, samples)
  return [
    { language: 'curl', label: 'curl', code: curl(call) },
    { language: 'typescript', label: 'TypeScript', code: typescript(call) },
    { language: 'python', label: 'Python', code: python(call) },
  ]
}

/** Returns the call of an operation with values that it accepts. */
export function callOf(operation: Operation, samples: Samples): Call {
  const { method, path, body, parameters, operationId, tags = [] } = operation
  const also = shown[operationId] ?? []
  const tag = tags[0] ?? ''
  const value = (name: string) => {
    const { schema } = parameters.find((one) => one.name === name)!
    const field = { properties: { [name]: schema }, required: [name] }
    return String(Object.values(samples.body(field, tag, []) ?? {})[0])
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required === true || also.includes(one.name)))
    .map(({ name }) => [name, value(name)])
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`
  return {
    method,
    url: `${ORIGIN}/v1${filled}${search}`,
    body: body === null ? null : samples.body(body, tag, also),
    isWrite: method !== 'GET',
  }
}

function curl({ method, url, body, isWrite }: Call): string {
  return [
    method === 'GET' ? `curl '${url}'` : `curl -X ${method} '${url}'`,
    `-H "Authorization: Bearer $EARMARK_API_KEY"`,
    ...(isWrite ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${indent(pretty(body))}'`]),
  ].join(' \\\n  ')
}

function typescript({ method, url, body, isWrite }: Call): string {
  const headers = [
    'Authorization: `Bearer ${process.env.EARMARK_API_KEY}`,',
    ...(isWrite ? [`'Idempotency-Key': crypto.randomUUID(),`] : []),
    ...(body === null ? [] : [`'Content-Type': 'application/json',`]),
  ]
  return `const response = await fetch('${url}', {
${method === 'GET' ? '' : `  method: '${method}',\n`}  headers: {
${headers.map((line) => `    ${line}`).join('\n')}
  },
${body === null ? '' : `  body: JSON.stringify(${indent(script(body))}),\n`}})
const answer = await response.json()
if (!response.ok) throw new Error(answer.error.message)
console.log(answer)`
}

function python({ method, url, body, isWrite }: Call): string {
  const headers = [
    `"Authorization": f"Bearer {os.environ['EARMARK_API_KEY']}",`,
    ...(isWrite ? [`"Idempotency-Key": str(uuid.uuid4()),`] : []),
  ]
  return `import os
${isWrite ? 'import uuid\n' : ''}import requests

response = requests.${method.toLowerCase()}(
    "${url}",
    headers={
${headers.map((line) => `        ${line}`).join('\n')}
    },
${body === null ? '' : `    json=${indent(indent(snake(body)))},\n`}    timeout=30,
)
response.raise_for_status()
print(response.json())`
}

export function pretty(value: Json): string {
  return JSON.stringify(value, null, 2)
}

/** JSON as a person writes it in TypeScript: names without quotes, texts in single ones. */
function script(value: Json): string {
  return pretty(value)
    .replaceAll(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"([^"\\']*)"/g, `'$1'`)
    .replaceAll(/(?<=[^[{,\s])\n(?=\s*[\]}])/g, ',\n')
}

/** JSON as Python has it. Texts of the examples contain none of these words. */
function snake(value: Json): string {
  return pretty(value)
    .replaceAll(/\btrue\b/g, 'True')
    .replaceAll(/\bfalse\b/g, 'False')
    .replaceAll(/\bnull\b/g, 'None')
}

function indent(code: string): string {
  return code.replaceAll('\n', '\n  ')
}
