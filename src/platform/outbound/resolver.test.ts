import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { test } from 'node:test'
import { closers, get, kindOf, outboundWith } from './loopback.ts'
import { createResolver } from './resolver.ts'

// The tests run a name server, so that the resolver reads real DNS messages.

type Zone = Readonly<Record<string, string | number>>

/** The records: an address, another name, or the code of a refusal. A missing name does not exist. */
const zone: Zone = {
  'public.example': '1.1.1.1',
  'hooks.example': 'cdn.example',
  'cdn.example': 'inner.internal',
  'inner.internal': '10.0.0.1',
  'good.example': 'public.example',
  'broken.example': 2,
}
const [TYPE_A, TYPE_CNAME] = [1, 5]
const NO_SUCH_NAME = 3

function answerTo(query: Buffer): Buffer {
  let end = 12
  const labels: string[] = []
  while (query[end] !== 0) {
    labels.push(query.toString('latin1', end + 1, end + 1 + query[end]!))
    end += 1 + query[end]!
  }
  const question = query.subarray(12, end + 5)
  const records: Buffer[] = []
  let name = labels.join('.').toLowerCase()
  for (let found = zone[name]; typeof found === 'string'; found = zone[name]) {
    const isAddress = isIPv4(found)
    if (!isAddress) records.push(record(name, TYPE_CNAME, encode(found)))
    else if (query.readUInt16BE(end + 1) === TYPE_A) {
      records.push(record(name, TYPE_A, Buffer.from(found.split('.').map(Number))))
    }
    name = found
    if (isAddress) break
  }
  const found = zone[name]
  const code =
    typeof found === 'number' ? found : records.length > 0 || isIPv4(name) ? 0 : NO_SUCH_NAME
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, question, ...records])
}

function encode(name: string): Buffer {
  const labels = name.split('.').map((label) => `${String.fromCharCode(label.length)}${label}`)
  return Buffer.from(`${labels.join('')}\0`, 'latin1')
}

function record(name: string, type: number, data: Buffer): Buffer {
  const middle = Buffer.alloc(10)
  middle.writeUInt16BE(type, 0)
  middle.writeUInt16BE(1, 2)
  middle.writeUInt16BE(data.length, 8)
  return Buffer.concat([encode(name), middle, data])
}

const server = createSocket('udp4', (query, { port, address }) => {
  server.send(answerTo(query), port, address)
})
server.bind(0, '127.0.0.1')
await once(server, 'listening')
closers.push(() => server.close())
const resolve = createResolver({
  localNames: false,
  servers: [`127.0.0.1:${server.address().port}`],
})

test('a name is followed through other names to its addresses', async () => {
  assert.deepEqual(await resolve('public.example'), ['1.1.1.1'])
  assert.deepEqual(await resolve('good.example'), ['1.1.1.1'])
  assert.deepEqual(await resolve('hooks.example'), ['10.0.0.1'])
})

test('the final addresses of a chain of names are checked', async () => {
  const dial = () => assert.fail('must not connect')
  const outbound = outboundWith({ allowCidrs: '', plainHttp: 'anywhere', resolve, dial })
  await outbound.inspect('https://good.example/')
  assert.equal(await kindOf(outbound.inspect('https://hooks.example/')), 'refused_address')
  assert.equal(await kindOf(outbound.request(get('https://hooks.example/'))), 'refused_address')
})

test('an unknown name and a failing name server are network failures', async () => {
  const outbound = outboundWith({ allowCidrs: '', resolve })
  for (const [name, code] of [
    ['nowhere.example', 'ENOTFOUND'],
    ['broken.example', 'ESERVFAIL'],
  ] as const) {
    await assert.rejects(resolve(name), { code })
    assert.equal(await kindOf(outbound.request(get(`https://${name}/`))), 'dns')
  }
})
