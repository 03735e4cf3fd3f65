import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { ada, startProduct } from '../support/product.ts'

// The compiled package in Chromium, on a page that has the address of the API and a session of the application.

const folder = mkdtempSync(join(tmpdir(), 'earmark-sdk-browser-'))
after(() => rmSync(folder, { recursive: true, force: true }))
execFileSync(process.execPath, [join(import.meta.dirname, '../../sdk/typescript/build.ts'), folder])

const product = await startProduct()
const { port } = await product.listen()
const { keys, accounts, household_id, members } = await product.household({ ...ada, ...budget })
const browser = await startBrowser()

/** Serves the package and a page, and passes everything else on to the API. */
async function servePage(): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url!
    if (path === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html>')
    if (path.startsWith('/sdk/')) {
      const text = readFileSync(join(folder, path.slice('/sdk/'.length)))
      return response.setHeader('content-type', 'text/javascript').end(text)
    }
    const { method, headers } = request
    const passed = forward({ port, path, method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
    })
    return request.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the package works in a browser: it reads, writes once and verifies', async () => {
  const url = await servePage()
  const { cookie } = await product.member(household_id, members['ada']!)
  const page = await browser.open({ url, cookie })
  await page.goto('/')
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const body = '{"name":"webhook.test"}'
  const now = new Date()
  const given = {
    key: keys['rw']!.api_key,
    coffee: {
      account_id: accounts['checking']!,
      amount: -450,
      concept: 'Coffee',
      booked_at: '2026-01-10',
    },
    secret,
    body,
    headers: {
      'webhook-id': 'evt_test_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_test_1', now, body),
    },
  }
  const seen = await page.evaluate(`(async (given) => {
    const { Earmark, EarmarkError, verifyWebhook } = await import('/sdk/index.js')
    const earmark = new Earmark({ url: location.origin, key: given.key })
    const recorded = await earmark.transactions.record(given.coffee)
    // As on a page from plain http.
    Object.defineProperty(crypto, 'randomUUID', { value: undefined })
    const other = await earmark.transactions.record(given.coffee)
    const listed = []
    for await (const { id } of earmark.transactions.iterate({ limit: 1 })) listed.push(id)
    const error = await earmark.transactions.show(given.coffee.account_id).catch((caught) => caught)
    const event = await verifyWebhook(new Headers(given.headers), given.body, given.secret)
    return {
      isWhole: listed.length === 2 && listed.includes(recorded.id) && listed.includes(other.id),
      code: error instanceof EarmarkError && error.code,
      event: event.name,
    }
  })(${JSON.stringify(given)})`)
  assert.deepEqual(seen, { isWhole: true, code: 'resource_not_found', event: 'webhook.test' })
})
