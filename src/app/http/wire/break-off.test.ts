import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { breakingOff } from './break-off.ts'

test('a reader that leaves while a piece is awaited is not noted as a fault', async () => {
  const faults: unknown[] = []
  const silent = new ReadableStream<Uint8Array>()
  const app = new Hono().get('/', (c) =>
    c.body(breakingOff(c, silent, (fault) => faults.push(fault)).stream),
  )
  const reader = (await app.request('/')).body!.getReader()
  const read = reader.read()
  await setImmediate()
  await reader.cancel()
  assert.equal((await read).done, true)
  await setImmediate()
  assert.deepEqual(faults, [])
})
