import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describeApi } from '#/app/http/describe-api.ts'
import { listOperations, lookupIn } from './document.ts'
import { writeExamples } from './examples.ts'
import { ORIGIN } from './places.ts'
import { createSamples } from './sample.ts'

// Every printed example is run, with a receiver in place of the network, and its request is held against the OpenAPI document.

const document = describeApi(ORIGIN)
const operations = listOperations(document)
const samples = createSamples(lookupIn(document))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'api', components: document.components })

/** Makes a schema refer to the document by its id. */
function located(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'),
  ) as object
}

const KEY = { EARMARK_API_KEY: 'em_live_x' }

type Sent = { method: string; url: string; headers: Record<string, string>; body: unknown }

/** Returns the request of every example, by language and operation. Rejects if one of them does not run. */
async function sendAll(): Promise<ReadonlyMap<string, Sent>> {
  const sent = new Map<string, Sent>()
  const python: { id: string; code: string }[] = []
  const shell: { id: string; code: string }[] = []
  for (const operation of operations) {
    const byLanguage = Object.fromEntries(
      writeExamples(operation, samples).map(({ language, code }) => [language, code]),
    )
    const id = operation.operationId
    sent.set(`typescript ${id}`, await runTypeScript(byLanguage['typescript']!))
    python.push({ id, code: byLanguage['python']! })
    shell.push({ id, code: byLanguage['curl']! })
  }
  for (const [id, one] of runElsewhere('python3', PYTHON, python)) sent.set(`python ${id}`, one)
  for (const [id, one] of runShell(shell)) sent.set(`curl ${id}`, one)
  return sent
}

async function runTypeScript(code: string): Promise<Sent> {
  let sent: Sent | null = null
  const receive = async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const text = typeof body === 'string' ? body : null
    sent = {
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: text === null ? null : JSON.parse(text),
    }
    return Response.json({})
  }
  const source = stripTypeScriptTypes(`async function example() {\n${code}\n}`)
  const outside = { fetch: receive, process: { env: KEY }, console: { log: () => {} }, crypto }
  await runInNewContext(`${source}\nexample()`, outside)
  assert.ok(sent)
  return sent
}

/** Runs each example with a stand-in for the package `requests`, and prints what it was asked for. */
const PYTHON = `
import json, os, sys, types
os.environ["EARMARK_API_KEY"] = "em_live_x"
module = types.ModuleType("requests")
class Answer:
    def raise_for_status(self): pass
    def json(self): return {}
def receiver(method):
    def receive(url, headers, timeout, json=None):
        sent.append({"method": method, "url": url, "headers": headers, "body": json})
        return Answer()
    return receive
for method in ["get", "post", "put", "patch", "delete"]:
    setattr(module, method, receiver(method.upper()))
sys.modules["requests"] = module
results = []
for example in json.load(sys.stdin):
    sent = []
    exec(example["code"], {"print": lambda *words: None, "__builtins__": __builtins__})
    results.append([example["id"], sent[0]])
print(json.dumps(results))
`

function runElsewhere(
  program: string,
  source: string,
  examples: readonly object[],
): [string, Sent][] {
  const { stdout, stderr, status } = spawnSync(program, ['-c', source], {
    input: JSON.stringify(examples),
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as [string, Sent][]
}

/** Runs each example in a shell where `curl` prints its arguments, one after the other. */
function runShell(examples: readonly { id: string; code: string }[]): [string, Sent][] {
  return examples.map(({ id, code }) => {
    const script = `curl() { printf '%s\\0' "$@"; }\nuuidgen() { echo 0193f2a4; }\n${code}`
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: KEY,
    })
    assert.equal(status, 0, stderr)
    const words = stdout.split('\0').slice(0, -1)
    const after = (flag: string) =>
      words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []))
    const headers = after('-H').map((line) => line.split(/: (.*)/s).slice(0, 2))
    const body = after('-d')[0]
    return [
      id,
      {
        method: after('-X')[0] ?? 'GET',
        url: words.find((word) => word.startsWith('http'))!,
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: body === undefined ? null : JSON.parse(body),
      },
    ]
  })
}

const sent = await sendAll()

for (const language of ['curl', 'typescript', 'python']) {
  test(`every example in ${language} runs and sends what the API accepts`, () => {
    for (const operation of operations) {
      const { operationId, method, path, body, parameters } = operation
      const where = `${language} ${operationId}`
      const one = sent.get(where)
      assert.ok(one, where)
      assert.equal(one.method, method, where)
      const url = new URL(one.url)
      assert.equal(url.origin, ORIGIN)
      const shape = new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`)
      assert.match(url.pathname, shape, where)
      for (const [name, value] of url.searchParams) {
        const schema = parameters.find((each) => each.name === name && each.in === 'query')?.schema
        assert.ok(schema, `${where}: ${name}`)
        const given = schema.type === 'integer' ? Number(value) : value
        assert.ok(ajv.validate(located(schema), given), `${where}: ${name}=${value}`)
      }
      const headers = new Headers(one.headers)
      assert.equal(headers.get('authorization'), 'Bearer em_live_x')
      assert.equal(headers.has('idempotency-key'), method !== 'GET', where)
      assert.equal(one.body === null, body === null, where)
      if (body) {
        assert.ok(ajv.validate(located(body), one.body), `${where}: ${ajv.errorsText()}`)
        if (language === 'curl') assert.equal(headers.get('content-type'), 'application/json')
      }
    }
  })
}

test('the sample of every answer fits its schema', () => {
  for (const { operationId, answer, tags = [] } of operations) {
    if (answer.schema === null) continue
    const sample = samples.of(answer.schema, tags[0] ?? '')
    assert.ok(ajv.validate(located(answer.schema), sample), `${operationId}: ${ajv.errorsText()}`)
  }
})
