import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { sql } from 'kysely'
import * as z from 'zod'
import { assistantOf } from '../../../../test/support/assistant.ts'
import { budget } from '../../../../test/support/given.ts'
import { urlOf } from '../../../../test/support/other-processes.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { runCommand } from '../../../../test/support/run-command.ts'
import { type BridgeTarget, runBridge } from './bridge.ts'

// Real processes, as Claude Desktop and its like start them.

const main = join(import.meta.dirname, '../main.ts')
const product = await startProduct({ start: '2026-01-05T12:00:00Z', limited: false })
const ada = await product.household(budget)
const { url } = await product.listen()
const folder = mkdtempSync(join(tmpdir(), 'earmark-mcp-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const surroundings = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CONFIG_HOME: folder }
const remotely = (at: string) => ({
  ...surroundings,
  EARMARK_URL: at,
  EARMARK_API_KEY: ada.keys['rw']!.api_key,
})
const locally = {
  ...surroundings,
  DATABASE_URL: await urlOf(product.db),
  EARMARK_DATA: folder,
  EARMARK_NOW: '2026-01-05T12:00:00Z',
}
const coffee = {
  account_id: ada.accounts['checking']!,
  amount: -450,
  concept: 'Coffee',
  booked_at: '2026-01-05',
}

type Started = { readonly args?: readonly string[]; readonly modern?: boolean }

/** Starts `earmark mcp` and speaks with it. Anything on its standard output but the protocol fails the test. */
async function start(env: Record<string, string>, { args = [], modern = false }: Started = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', ...args],
    env,
    stderr: 'pipe',
  })
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: modern ? { pin: '2026-07-28' } : 'legacy' } },
  )
  client.onerror = (error) => assert.fail(error)
  await client.connect(transport)
  return { ...assistantOf(client), close: () => client.close() }
}

const stored = async (concept: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transactions where concept = ${concept}`.execute(product.db)
  return rows[0]!.count
}

/** A way to the instance that cuts each answer to a confirmed write, once, after the instance has answered. */
async function cuttingProxy() {
  const cut: string[] = []
  const forward = async (incoming: IncomingMessage, body: Buffer) => {
    const { method, headers, url: path } = incoming
    const outgoing = request(`${url}${path}`, { method: method!, headers }).end(body)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { answer, content: await buffer(answer) }
  }
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await buffer(incoming)
      const { answer, content } = await forward(incoming, body)
      const isWrite = body.includes('"confirm":"')
      if (isWrite && cut.length === 0) {
        cut.push(content.toString())
        outgoing.writeHead(200, { 'content-length': '5000' })
        outgoing.write('{"jsonrpc":')
        outgoing.destroy()
      } else outgoing.writeHead(answer.statusCode!, answer.headers).end(content)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close().closeAllConnections())
  return { cut, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('with a key an assistant speaks to the instance, and a line that is cut books once', async () => {
  const proxy = await cuttingProxy()
  const bridge = await start(remotely(proxy.url), { modern: true })
  assert.ok((await bridge.toolNames()).includes('record_transaction'))
  const { value } = await bridge.call('record_transaction', coffee)
  const done = await bridge.call('record_transaction', { ...coffee, confirm: value['confirm'] })
  assert.match(proxy.cut.join(), /\\"done\\":true/)
  assert.match(String(done.value['already_done']), /Nothing was done again/)
  assert.equal(await stored('Coffee'), 1)
  const { contents } = await bridge.client.readResource({ uri: 'earmark://plan' })
  assert.match(JSON.stringify(contents), /Groceries/)
  await bridge.close()
})

test('the settings of the guide start an assistant that speaks an older protocol', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/mcp.md'), 'utf8')
  const settings = [...guide.matchAll(/```json[^\n]*\n(.*?)```/gs)].map(([, json]) =>
    JSON.parse(json!),
  )
  const { earmark } = settingsShape.parse(
    settings.find((one) => settingsShape.safeParse(one).success),
  ).mcpServers
  assert.deepEqual(Object.keys(earmark.env), ['EARMARK_URL', 'EARMARK_API_KEY'])
  const child = spawn(process.execPath, [main, ...earmark.args], { env: remotely(url) })
  const asked = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }
  child.stdin.end(
    [
      'not json',
      '[]',
      '',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: asked }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      JSON.stringify({
        jsonrpc: '2.0',
        id: 'b',
        method: 'tools/call',
        params: { name: 'list_accounts' },
      }),
    ].join('\n'),
  )
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  assert.deepEqual([err, child.exitCode], ['', 0])
  const lines = linesOf(out)
  assert.deepEqual(
    lines
      .map(({ id, error }) => `${String(id)} ${error?.code}`)
      .toSorted((a, b) => a.localeCompare(b)),
    ['1 undefined', 'b undefined', 'null -32700', 'null -32700'],
  )
  assert.equal(lines.find(({ id }) => id === 1)!.result!['protocolVersion'], '2025-06-18')
  assert.match(out, /Checking/)
})

test('on its machine a household is read, and changed only with --write', async () => {
  const reader = await start(locally, { args: ['--household', ada.household_id] })
  const { tools } = await reader.client.listTools()
  assert.ok(tools.length > 15 && tools.every(({ annotations }) => annotations?.readOnlyHint))
  await assert.rejects(reader.call('record_transaction', coffee), /not found/)
  assert.match((await reader.call('plan')).text, /Groceries/)
  await reader.close()
  const writer = await start(locally, { args: ['--household', ada.household_id, '--write'] })
  const lunch = { ...coffee, concept: 'Lunch' }
  const { value } = await writer.call('record_transaction', lunch)
  assert.match(String(value['in_words']), /^Records a payment of 4.50 EUR for “Lunch”/)
  const confirmed = { ...lunch, confirm: value['confirm'] }
  await Promise.all([1, 2].map(() => writer.call('record_transaction', confirmed)))
  assert.equal(await stored('Lunch'), 1)
  await writer.close()
})

test('a fault of the connection is an answer of the protocol, and is said beside it', async () => {
  const bridged = async (target: BridgeTarget) => {
    const [said, written] = [[] as string[], [] as string[]]
    await runBridge({
      target,
      input: Readable.from(['{"jsonrpc":"2.0","id":"a","method":"tools/list"}\n']),
      write: async (line) => void written.push(line),
      say: (line) => void said.push(line),
      fetch: (request, init) => globalThis.fetch(request, { ...init }),
      wait: () => Promise.resolve(),
    })
    return { said, answer: linesOf(written.join('\n'))[0]! }
  }
  const strange = await bridged({ url, apiKey: 'em_live_unknown' })
  assert.deepEqual([strange.answer.id, strange.answer.error!.code], ['a', -32_000])
  assert.match(strange.answer.error!.message, /^invalid_api_key: /)
  const page = await bridged({ url: `${url}/docs/none`, apiKey: 'em_live_unknown' })
  assert.match(page.answer.error!.message, /no Earmark with assistants/)
  const nobody = await bridged({ url: 'http://127.0.0.1:9', apiKey: 'em_live_unknown' })
  assert.match(
    nobody.answer.error!.message,
    /No answer from http:\/\/127\.0\.0\.1:9 after 5 attempts/,
  )
  assert.equal(nobody.said.length, 5)
})

test('a line that says neither a household nor an instance ends with what to write', async () => {
  const run = (...args: string[]) => runCommand(product.runtime, ['mcp', ...args])
  await assert.rejects(run(), /--household, or an instance/)
  await assert.rejects(run('--write'), /--write is for --household/)
  await assert.rejects(run('--household', 'mine'), /is not an id/)
  const unknown = '01890000-0000-7000-8000-000000000000'
  await assert.rejects(run('--household', unknown), /names nothing that exists here/)
})

const settingsShape = z.object({
  mcpServers: z.object({
    earmark: z.object({
      command: z.literal('earmark'),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
})

type Line = {
  readonly id: unknown
  readonly error?: { readonly code: number; readonly message: string }
  readonly result?: Readonly<Record<string, unknown>>
}

function linesOf(out: string): Line[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
