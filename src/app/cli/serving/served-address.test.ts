import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '#/platform/runtime/config.ts'
import { findServed, sayAddress } from './served-address.ts'

const folder = await mkdtemp(join(tmpdir(), 'earmark-address-'))
after(() => rm(folder, { recursive: true }))

/** A server on a port of its own that is ready, or not. */
async function startServer(status: number): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, response) => response.writeHead(status).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** Of a command whose environment names a port on which nothing listens. */
const config = (env: Record<string, string> = {}) =>
  readConfig({ EARMARK_DATA: folder, PORT: '1', ...env })

test('a command finds a server on another port, until that stops', async () => {
  const { port, close } = await startServer(200)
  const takeBack = await sayAddress(config(), port)
  assert.deepEqual(await findServed(config()), {
    origin: `http://localhost:${port}`,
    isServed: true,
  })
  const PUBLIC_URL = 'https://budget.example'
  assert.deepEqual(await findServed(config({ PUBLIC_URL })), { origin: PUBLIC_URL, isServed: true })
  await takeBack()
  close()
  assert.deepEqual(await findServed(config()), { origin: 'http://localhost:1', isServed: false })
})

test('an address that a killed server has left does not count as served', async () => {
  const { port, close } = await startServer(503)
  await sayAddress(config(), port)
  assert.equal((await findServed(config())).isServed, false)
  close()
})
