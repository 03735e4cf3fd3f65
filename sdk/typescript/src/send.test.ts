import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { ConnectionError, type Sending, sendSafely } from './send.ts'

type Step = (request: IncomingMessage, response: ServerResponse) => void

const answer =
  (status: number, headers: Record<string, string> = {}, body = '{}'): Step =>
  (_, response) =>
    response.writeHead(status, headers).end(body)
const drop: Step = (request) => request.socket.destroy()
const dropHalfway: Step = (request, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"half":', () => request.socket.destroy())
}

/** A server that takes the next of these steps for each request. */
async function serve(...steps: Step[]) {
  const seen: { method: string; key: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const key = request.headers['idempotency-key']
      seen.push({ method: request.method!, key: key as string | undefined, body })
      steps.shift()!(request, response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/transactions`
  const waits: number[] = []
  const send = (init: RequestInit = {}, options: Partial<Sending> = {}) =>
    sendSafely(() => new Request(url, init), {
      fetch,
      wait: async (milliseconds) => void waits.push(milliseconds),
      ...options,
    })
  return { seen, waits, send }
}

const write = { method: 'POST', body: '{"amount":-450}', headers: { 'idempotency-key': 'one-key' } }

test('a write is sent again with its key and body after a cut connection and a cut answer', async () => {
  const { seen, send } = await serve(drop, dropHalfway, answer(200, {}, '{"id":1}'))
  assert.deepEqual(await (await send(write)).json(), { id: 1 })
  const same = { method: 'POST', key: 'one-key', body: '{"amount":-450}' }
  assert.deepEqual(seen, [same, same, same])
})

test('a write without a key is sent once, in any weather', async () => {
  const bare = { method: 'POST', body: '{}' }
  const { seen, send } = await serve(drop, answer(503, { 'retry-after': '1' }), answer(429))
  await assert.rejects(send(bare), ConnectionError)
  assert.equal((await send(bare)).status, 503)
  assert.equal((await send(bare)).status, 429)
  assert.equal(seen.length, 3)
})

test('a refusal with Retry-After is waited for to the second', async () => {
  const { waits, send } = await serve(
    answer(429, { 'retry-after': '17' }),
    answer(409, { 'retry-after': '2' }),
    answer(503, { 'retry-after': '1' }),
    answer(200),
  )
  assert.equal((await send(write)).status, 200)
  assert.deepEqual(waits, [17_000, 2000, 1000])
})

test('a Retry-After that is a moment is waited for too', async () => {
  const moment = new Date(Date.now() + 20_000).toUTCString()
  const { waits, send } = await serve(answer(503, { 'retry-after': moment }), answer(200))
  await send()
  assert.ok(waits[0]! > 15_000 && waits[0]! <= 20_000, String(waits))
})

test('a wait longer than allowed is left to the caller', async () => {
  const { seen, send } = await serve(answer(429, { 'retry-after': '1800' }))
  assert.equal((await send()).status, 429)
  assert.equal(seen.length, 1)
})

test('pauses without Retry-After double up to eight seconds, and attempts are bounded', async () => {
  const steps = Array.from({ length: 7 }, () => answer(500))
  const { waits, seen, send } = await serve(...steps)
  assert.equal((await send({}, { attempts: 7 })).status, 500)
  assert.equal(seen.length, 7)
  const most = [500, 1000, 2000, 4000, 8000, 8000]
  assert.equal(waits.length, most.length)
  for (const [index, wait] of waits.entries())
    assert.ok(wait >= most[index]! / 2 && wait <= most[index]!, String(waits))
})

test('other refusals are returned as they are, at once', async () => {
  for (const status of [400, 401, 404, 409, 422]) {
    const { waits, send } = await serve(answer(status))
    assert.equal((await send(write)).status, status)
    assert.deepEqual(waits, [])
  }
})

test('an attempt that hangs is cut and sent again', async () => {
  const { seen, send } = await serve(() => {}, answer(200))
  assert.equal((await send(write, { timeout: 1000 })).status, 200)
  assert.equal(seen.length, 2)
})

test('a signal ends the call while it sends and while it waits, with its own reason', async () => {
  const sending = new AbortController()
  const first = await serve(() => sending.abort(new Error('enough')))
  await assert.rejects(first.send(write, { signal: sending.signal }), /enough/)
  const waiting = new AbortController()
  const second = await serve(answer(503))
  const wait = () => {
    waiting.abort(new Error('too long'))
    return new Promise(() => {})
  }
  await assert.rejects(second.send(write, { signal: waiting.signal, wait }), /too long/)
  await assert.rejects(second.send({}, { signal: AbortSignal.abort(new Error('done')) }), /done/)
  assert.equal(second.seen.length, 1)
})

test('one signal ends many calls, and has one listener however many share it', async () => {
  const { send } = await serve(...Array.from({ length: 20 }, (): Step => () => {}))
  const all = new AbortController()
  let listeners = 0
  const add = all.signal.addEventListener.bind(all.signal)
  all.signal.addEventListener = (...given: Parameters<typeof add>) => {
    listeners += 1
    add(...given)
  }
  const calls = Array.from({ length: 20 }, () => send(write, { signal: all.signal }))
  all.abort(new Error('all of you'))
  const ended = await Promise.allSettled(calls)
  assert.ok(
    ended.every((one) => one.status === 'rejected' && /all of you/.test(String(one.reason))),
  )
  assert.equal(listeners, 1)
})

test('a failed connection says where and why, and never the key', async () => {
  const headers = { authorization: 'Bearer em_live_secret' }
  const call = sendSafely(() => new Request('http://127.0.0.1:1/v1/me', { headers }), {
    fetch,
    wait: () => Promise.resolve(),
    attempts: 2,
  })
  await assert.rejects(call, (error: ConnectionError) => {
    assert.equal(error.attempts, 2)
    assert.match(error.message, /^No answer from http:\/\/127\.0\.0\.1:1 after 2 attempts: /)
    return true
  })
})

test('answers without a body keep their status', async () => {
  const { send } = await serve(
    (_, response) => response.writeHead(204).end(),
    (_, response) => response.writeHead(304, { etag: '"7"' }).end(),
  )
  assert.equal((await send()).status, 204)
  assert.equal((await send()).headers.get('etag'), '"7"')
})
