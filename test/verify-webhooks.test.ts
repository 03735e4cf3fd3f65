import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test, type TestContext } from 'node:test'

// The verifiers that people copy out of the documentation, run as they stand there, and that of the Python SDK.

const page = readFileSync(join(import.meta.dirname, '../docs/verify-webhooks.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'earmark-verify-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const MISSING = 'a webhook header is missing'
const LATE = 'the timestamp is not within five minutes'
const FALSE = 'no signature matches'
const NO_SECRET = 'the secret is not that of a webhook'

type Case = {
  readonly about: string
  readonly id?: string
  readonly timestamp?: string
  readonly signatures?: string
  /** In base64: bodies are bytes. */
  readonly body: string
  readonly secret: string
  readonly now: number
  /** The verifier's objection; '' without one. */
  readonly says: string
}

const NOW = 1_795_000_000
const secret = secretOf(1)
const other = secretOf(2)
const body = Buffer.from('{"eventId":"evt_transaction_1","concept":"Café 😀 \u2028"}')
const good = request()

/** `says` is what must come of it; everything else is a genuine request of this moment. */
const cases: readonly Case[] = [
  { about: 'genuine', ...good, says: '' },
  { about: 'signed five minutes ago', ...request(NOW - 300), says: '' },
  { about: 'signed five minutes ahead', ...request(NOW + 300), says: '' },
  { about: 'signed longer ago', ...request(NOW - 301), says: LATE },
  { about: 'signed further ahead', ...request(NOW + 301), says: LATE },
  { about: 'an empty body', ...request(NOW, Buffer.alloc(0)), says: '' },
  {
    about: 'a body that is not text',
    ...request(NOW, Buffer.from([0xff, 0xfe, 0, 0x80])),
    says: '',
  },
  {
    about: 'the wrong one first',
    ...good,
    signatures: `${request(NOW - 1).signatures} ${good.signatures}`,
    says: '',
  },
  { about: 'another version first', ...good, signatures: `v1a,YWJj ${good.signatures}`, says: '' },
  { about: 'the right one first', ...good, signatures: `${good.signatures} v2,YWJj`, says: '' },
  {
    about: 'several, none right',
    ...good,
    signatures: `v1,YWJj ${request(NOW - 1).signatures} v2,`,
    says: FALSE,
  },
  {
    about: 'right, but of another version',
    ...good,
    signatures: good.signatures.replace('v1', 'v2'),
    says: FALSE,
  },
  {
    about: 'right, but without its version',
    ...good,
    signatures: good.signatures.slice(3),
    says: FALSE,
  },
  { about: 'cut short', ...good, signatures: good.signatures.slice(0, -1), says: FALSE },
  { about: 'longer', ...good, signatures: `${good.signatures}=`, says: FALSE },
  { about: 'another secret', ...good, secret: other, says: FALSE },
  { about: 'signed with another secret', ...request(NOW, body, other), secret, says: FALSE },
  // A variable that is not set would be a key that anybody has.
  ...['', 'whsec_', 'whsec_YWJj', 'secret'].map((unfit) => ({
    about: `a secret of ${JSON.stringify(unfit)}, signed with it`,
    ...request(NOW, body, unfit.startsWith('whsec_') ? unfit : `whsec_${unfit}`),
    secret: unfit,
    says: `${NO_SECRET}|Incorrect padding`,
  })),
  {
    about: 'body with a byte more',
    ...good,
    body: Buffer.concat([body, Buffer.from(' ')]).toString('base64'),
    says: FALSE,
  },
  {
    about: 'body of another amount',
    ...good,
    body: Buffer.from(String(body).replace('1', '2')).toString('base64'),
    says: FALSE,
  },
  {
    about: 'body parsed and written again',
    ...good,
    body: Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 1)).toString('base64'),
    says: FALSE,
  },
  { about: 'another event', ...good, id: 'evt_transaction_2', says: FALSE },
  { about: 'another time', ...good, timestamp: String(NOW - 1), says: FALSE },
  { about: 'a period moved', ...good, id: `${good.id}.${NOW}`, says: FALSE },
  ...[
    '',
    `${NOW}abc`,
    ` ${NOW}`,
    `${NOW}\n`,
    `+${NOW}`,
    `-${NOW}`,
    `${NOW}.0`,
    '0x6afdb240',
    '1e9',
    '9'.repeat(40),
    'NaN',
  ].map((timestamp) => ({
    about: `a time of ${JSON.stringify(timestamp)}`,
    ...request(timestamp),
    says: timestamp === '' ? `${MISSING}|${LATE}` : LATE,
  })),
  { about: 'no id', ...without('id'), says: MISSING },
  { about: 'no time', ...without('timestamp'), says: MISSING },
  { about: 'no signature', ...without('signatures'), says: MISSING },
  { about: 'an empty signature', ...good, signatures: '', says: `${MISSING}|${FALSE}` },
  { about: 'the one on the page', ...exampleOnPage(), now: 1_614_265_330, says: '' },
  { about: 'the one on the page, today', ...exampleOnPage(), now: NOW, says: LATE },
]

function secretOf(filling: number): string {
  return `whsec_${Buffer.alloc(32, filling).toString('base64')}`
}

function request(timestamp: number | string = NOW, content = body, key = secret) {
  const id = 'evt_transaction_1'
  const mac = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
  const signature = mac.update(`${id}.${timestamp}.`).update(content).digest('base64')
  const signatures = `v1,${signature}`
  return {
    id,
    timestamp: String(timestamp),
    signatures,
    body: content.toString('base64'),
    secret: key,
    now: NOW,
  }
}

function without(name: 'id' | 'timestamp' | 'signatures') {
  const { [name]: _left, ...rest } = good
  return rest
}

function exampleOnPage() {
  const value = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(page)![1]!
  return {
    id: value('webhook-id'),
    timestamp: value('webhook-timestamp'),
    signatures: value('webhook-signature'),
    secret: value('secret'),
    body: Buffer.from(value('body')).toString('base64'),
  }
}

/** The code of a language on the page: there is one block of each. */
function codeIn(language: string): string {
  const blocks = [
    ...page.matchAll(new RegExp('^```' + language + '\\b[^\n]*\n([\\s\\S]*?)^```$', 'gm')),
  ]
  assert.equal(blocks.length, 1, language)
  return blocks[0]![1]!
}

type Runtime = {
  readonly language: string
  /** Prints its version, where it is on the machine. */
  readonly probe: readonly [command: string, ...line: string[]]
  readonly command: readonly [command: string, ...line: string[]]
  readonly files: Readonly<Record<string, string>>
}

/** Each reads the cases as JSON from standard input and prints what the verifier says to each, as JSON. */
const runtimes: readonly Runtime[] = [
  {
    language: 'ts',
    probe: [process.execPath, '--version'],
    command: [process.execPath, 'run.mjs'],
    files: {
      'verify.ts': codeIn('ts'),
      'run.mjs': `
        import { json } from 'node:stream/consumers'
        import { verifyWebhook } from './verify.ts'
        const said = (await json(process.stdin)).map((one) => {
          const headers = {
            'webhook-id': one.id,
            'webhook-timestamp': one.timestamp,
            'webhook-signature': one.signatures,
          }
          try {
            verifyWebhook(new Uint8Array(Buffer.from(one.body, 'base64')), headers, one.secret, one.now)
            return ''
          } catch (error) {
            return error.message
          }
        })
        console.log(JSON.stringify(said))`,
    },
  },
  {
    language: 'python',
    probe: ['python3', '--version'],
    command: ['python3', '-B', 'run.py'],
    files: {
      'verify.py': codeIn('python'),
      'run.py': `
import base64, json, sys
from verify import verify_webhook

def said(one):
    names = {"webhook-id": "id", "webhook-timestamp": "timestamp", "webhook-signature": "signatures"}
    headers = {name: one[key] for name, key in names.items() if key in one}
    try:
        verify_webhook(base64.b64decode(one["body"]), headers, one["secret"], one["now"])
        return ""
    except ValueError as error:
        return str(error)

print(json.dumps([said(one) for one in json.load(sys.stdin)]))`,
    },
  },
  {
    language: 'Python SDK’s',
    probe: ['python3', '--version'],
    command: ['python3', '-B', 'run.py'],
    files: {
      'run.py': `
import base64, json, sys
sys.path.insert(0, ${JSON.stringify(join(import.meta.dirname, '../sdk/python/src'))})
from earmark_budget import verify_webhook

def said(one):
    names = {"webhook-id": "id", "webhook-timestamp": "timestamp", "webhook-signature": "signatures"}
    headers = {name: one[key] for name, key in names.items() if key in one}
    try:
        verify_webhook(base64.b64decode(one["body"]), headers, one["secret"], now=one["now"])
        return ""
    except ValueError as error:
        text = str(error)
        if text == "the body is signed, and is not an event":
            return ""
        return text.replace("300 seconds of now", "five minutes").split(":")[0]

print(json.dumps([said(one) for one in json.load(sys.stdin)]))`,
    },
  },
  {
    language: 'go',
    probe: ['go', 'version'],
    command: ['go', 'run', '.'],
    files: {
      'go.mod': 'module verify\n\ngo 1.19\n',
      'webhook/verify.go': codeIn('go'),
      'main.go': `package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"time"
	"verify/webhook"
)

type headers map[string]string

func (h headers) Get(name string) string { return h[name] }

func main() {
	var cases []struct {
		Id, Timestamp, Signatures, Body, Secret string
		Now                                     int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	said := make([]string, len(cases))
	for i, one := range cases {
		body, _ := base64.StdEncoding.DecodeString(one.Body)
		given := headers{"webhook-id": one.Id, "webhook-timestamp": one.Timestamp, "webhook-signature": one.Signatures}
		if err := webhook.Verify(body, given, one.Secret, time.Unix(one.Now, 0)); err != nil {
			said[i] = err.Error()
		}
	}
	printed, _ := json.Marshal(said)
	fmt.Println(string(printed))
}
`,
    },
  },
  {
    language: 'ruby',
    probe: ['ruby', '--version'],
    command: ['ruby', 'run.rb'],
    files: {
      'verify.rb': codeIn('ruby'),
      'run.rb': `
require 'json'
require_relative 'verify'

said = JSON.parse($stdin.read).map do |one|
  headers = { id: one['id'], timestamp: one['timestamp'], signatures: one['signatures'] }
  EarmarkWebhook.verify(one['body'].unpack1('m'), **headers, secret: one['secret'], now: one['now'])
  ''
rescue ArgumentError => e
  e.message
end
puts JSON.generate(said)`,
    },
  },
  {
    language: 'php',
    probe: ['php', '--version'],
    command: ['php', 'run.php'],
    files: {
      'verify.php': codeIn('php'),
      'run.php': `<?php
require __DIR__ . '/verify.php';

$names = ['HTTP_WEBHOOK_ID' => 'id', 'HTTP_WEBHOOK_TIMESTAMP' => 'timestamp', 'HTTP_WEBHOOK_SIGNATURE' => 'signatures'];
$said = array_map(function (array $one) use ($names): string {
    $server = array_filter(array_map(fn (string $key) => $one[$key] ?? null, $names), fn ($value) => $value !== null);
    try {
        verify_earmark_webhook(base64_decode($one['body']), $server, $one['secret'], $one['now']);
        return '';
    } catch (RuntimeException $error) {
        return $error->getMessage();
    }
}, json_decode(stream_get_contents(STDIN), true));
echo json_encode($said);`,
    },
  },
]

async function run({ language, command: [name, ...line], files }: Runtime): Promise<string[]> {
  const place = join(folder, language)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), content)
  }
  const child = spawn(name, line, { cwd: place, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(cases))
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(child.exitCode, 0)
  return JSON.parse(printed) as string[]
}

async function check(runtime: Runtime, context: TestContext): Promise<void> {
  const [command, ...line] = runtime.probe
  if (spawnSync(command, line).status !== 0) {
    context.skip(`${command} is not on this machine`)
    return
  }
  const said = await run(runtime)
  assert.equal(said.length, cases.length)
  for (const [index, { about, says }] of cases.entries()) {
    assert.ok(says.split('|').includes(said[index]!), `${about}: ${JSON.stringify(said[index])}`)
  }
}

for (const runtime of runtimes) {
  test(`the ${runtime.language} verifier takes what is genuine and refuses everything else`, (context) =>
    check(runtime, context))
}
