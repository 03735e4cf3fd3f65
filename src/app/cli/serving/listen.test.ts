import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { sendWebhook } from '#/platform/outbound/send-webhook.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { commands } from '#/app/cli/commands.ts'
import { deliveryText } from '#/app/cli/words/delivery-text.ts'
import { listen, type Listener, type Received } from './listen.ts'
import { listenCommand } from '#/app/cli/commands/listen-command.ts'
import { understand } from '#/app/cli/parsing/understand.ts'

const NOW = Temporal.Instant.from('2026-11-20T10:00:00Z')
const key = Buffer.alloc(32, 1)
const secret = `whsec_${key.toString('base64')}`
const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
const received: Received[] = []
const listeners: Listener[] = []
after(() => Promise.all([outbound.close(), ...listeners.map((listener) => listener.stop())]))

async function started(options: { key?: Buffer | null; status?: number } = {}): Promise<string> {
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    key,
    status: 204,
    now: () => NOW,
    report: async (one) => void received.push(one),
    ...options,
  })
  listeners.push(listener)
  return listener.url
}

function signed(body: string, seconds = NOW.epochMilliseconds / 1000): Record<string, string> {
  const mac = createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${mac}`,
  }
}

/** Delivers an event; returns the answer's status and the listener's report. */
async function deliver(url: string, body: string, headers = signed(body)) {
  received.length = 0
  const { status } = await sendWebhook(outbound, { url, headers, body })
  const [one] = received
  return { status, one, words: one ? deliveryText(one) : null }
}

const concept = 'Café \u202e\u001b[31m'
const event = JSON.stringify({ eventId: 'evt_1', name: 'webhook.test', data: { concept } })

test('a genuine delivery is accepted and shown with all of its headers', async () => {
  const url = await started()
  const { status, words } = await deliver(`${url}hook?a=1`, event, {
    ...signed(event),
    Authorization: 'Bearer mine',
  })
  assert.equal(status, 204)
  assert.equal(
    words,
    `2026-11-20T10:00:00Z  webhook.test  evt_1  genuine
  POST /hook?a=1
  content-type: application/json
  webhook-id: evt_1
  webhook-timestamp: 1795168800
  webhook-signature: ${signed(event)['webhook-signature']}
  authorization: Bearer mine
  {
    "eventId": "evt_1",
    "name": "webhook.test",
    "data": {
      "concept": "Café \\u001b[31m"
    }
  }
`,
  )
})

test('a delivery that is not genuine is refused, with the reason in words', async () => {
  const url = await started({ status: 200 })
  const late = await deliver(url, event, signed(event, 1_795_168_800 - 400))
  assert.deepEqual([late.status, late.one?.verdict?.genuine], [401, false])
  assert.match(
    late.words!,
    /evt_1 {2}NOT GENUINE\n {2}The signature is right, but .* 400 seconds ago/,
  )
  const changed = await deliver(url, `${event} `, signed(event))
  assert.match(changed.words!, /another secret, or the body was changed/)
  const bare = await deliver(url, 'hello\n\u0007world', {})
  assert.equal(bare.status, 401)
  assert.match(bare.words!, /webhook-id is missing[\s\S]*\n {2}hello\n {2}world\n$/)
})

test('without a secret every delivery is shown, and answered with the requested status', async () => {
  const url = await started({ key: null, status: 503 })
  const { status, words } = await deliver(url, event, {})
  assert.equal(status, 503)
  assert.match(words!, /not verified: no --secret/)
})

test('only POST is a delivery, and reading stops at a size limit', async () => {
  received.length = 0
  const url = await started()
  const visit = await outbound.request({ method: 'GET', url, timeoutMs: 3000, maxBytes: 9 })
  assert.equal(visit.status, 405)
  const upload = httpRequest(url, { method: 'POST' })
  upload.on('error', () => {})
  const answered = once(upload, 'response')
  upload.write('x'.repeat(1024 * 1024 + 1))
  const [response] = (await answered) as [{ statusCode: number }]
  assert.equal(response.statusCode, 413)
  upload.destroy()
  assert.deepEqual(received.length, 0)
})

test('listen binds to loopback, prints a line of JSON for each delivery, and ends on a signal', async () => {
  const main = join(import.meta.dirname, '../main.ts')
  const child = spawn(
    process.execPath,
    [main, 'listen', '--port', '0', '--secret', secret, '--json'],
    {
      env: { ...process.env, EARMARK_NOW: NOW.toString() },
    },
  )
  after(() => child.kill('SIGKILL'))
  const lines = (async function* () {
    let rest = ''
    for await (const chunk of child.stdout) {
      rest += String(chunk)
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        yield JSON.parse(rest.slice(0, end)) as Record<string, unknown>
        rest = rest.slice(end + 1)
      }
    }
  })()
  const { url } = (await lines.next()).value as { url: string }
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
  await sendWebhook(outbound, { url, headers: signed(event), body: event })
  const line = (await lines.next()).value
  assert.deepEqual([line?.['genuine'], line?.['why'], line?.['body']], [true, null, event])
  assert.match(String(line?.['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const { port } = new URL(url)
  const second = spawnSync(process.execPath, [main, 'listen', '--port', port])
  assert.equal(second.status, 1)
  assert.match(String(second.stderr), new RegExp(`earmark: Port ${port} is taken`))
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number]
  assert.equal(code, 0)
})

test('a wrong option is refused without repeating the secret', async () => {
  for (const [option, value, said] of [
    ['secret', 's3cret', '--secret: the secret of a webhook begins with whsec_.'],
    ['port', '65536', '--port: a number, 0 to 65535.'],
    ['port', 'x', '--port: a number, 0 to 65535.'],
    ['status', '199', '--status: a number, 200 to 599.'],
  ] as const) {
    const understood = understand(['listen', `--${option}`, value], commands)
    assert.ok(understood.kind === 'run')
    const invocation: Invocation = {
      ...understood,
      config: readConfig({}),
      withRuntime: () => assert.fail('it needs no database'),
      read: () => assert.fail('it reads nothing'),
      print: () => assert.fail('it does not listen'),
      notice: () => {},
      isTerminal: false,
      stopped: () => Promise.resolve(),
    }
    await assert.rejects(listenCommand.run(invocation), { name: 'UsageError', message: said })
  }
})
