import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../support/other-processes.ts'
import { prepareInstance } from './instance.ts'
import { runScript } from './recipes/google-sheets.ts'
import { drawPanels } from './recipes/grafana.ts'
import { addUp, keepBooks } from './recipes/hledger.ts'
import { runHomeAssistant } from './recipes/home-assistant.ts'
import { readWorkflow } from './recipes/n8n.ts'
import { ask, type Kitchen } from './recipes/recipe.ts'

// Runs what docs/recipes has to copy: home-assistant.md, n8n.md, google-sheets.md, grafana.md and hledger.md, each on the
// demo household of a real instance. The commands of these pages, and those of apple-shortcuts.md, run in `commands.test.ts`.

const instance = await prepareInstance('all')
const demo = (await instance.run(['demo'])).json as {
  keys: Record<'rw' | 'ro', { api_key: string }>
}
const kitchen: Kitchen = { url: instance.url, key: demo.keys.ro.api_key }

type Summary = { free_to_spend: number; set_aside: number; spendable_balance: number }
type Account = { id: string; name: string; type: string; balance: number }
const summary = (await ask(kitchen, '/v1/accounts/summary')) as Summary
const accounts = (await ask(kitchen, '/v1/accounts')) as Account[]
const checking = accounts.find(({ type }) => type === 'depository')!

async function send(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${instance.url}/v1${path}`, {
    method: path.includes('transactions/') ? 'PATCH' : 'POST',
    headers: {
      authorization: `Bearer ${demo.keys.rw.api_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  assert.ok(answer.ok, text)
  return JSON.parse(text) as Record<string, string>
}

const record = (amount: number, concept: string) =>
  send('/transactions', { account_id: checking.id, amount, concept, booked_at: '2026-11-20' })

test('Home Assistant: the sensors show the money of the household, and nothing when refused', async () => {
  const { sensors, message, whenRefused } = await runHomeAssistant(kitchen)
  const shown = (name: string) => sensors.get(`sensor.${name}`)?.state
  assert.equal(shown('free_to_spend'), String(summary.free_to_spend / 100))
  assert.equal(shown('set_aside'), String(summary.set_aside / 100))
  assert.equal(shown('cash'), String(summary.spendable_balance / 100))
  assert.equal(message, `${summary.free_to_spend / 100} EUR are free to spend.`)
  assert.deepEqual(whenRefused, ['false', 'false', 'false'])
})

test('Grafana: every panel draws what the API answers', async () => {
  const panels = await drawPanels(kitchen)
  assert.deepEqual(panels.get('Now')![0]!['Free to spend'], summary.free_to_spend / 100)
  assert.ok(panels.get('Spending by category')!.length > 3)
  assert.ok(panels.get('Net worth')!.length > 1)
  assert.equal(panels.get('Latest payments')!.length, 50)
})

test('n8n: a large payment reaches the phone with what is free to spend, a small one ends', async () => {
  const received: { path: string; token: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    const token = request.headers['x-webhook-token']
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      received.push({ path: request.url!, token: String(token), body })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  after(() => server.close())
  await until('the receiver listens', () => server.listening)
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address!.port : ''}`
  const workflow = readWorkflow(kitchen, url)
  assert.deepEqual(workflow.hook.authentication, 'headerAuth')
  const path = `/webhook/${workflow.hook.path}`
  await send('/webhooks', { name: 'n8n', url: url + path, headers: { 'X-Webhook-Token': 'abc' } })
  const rent = await record(-12_345, 'Winter tyres')
  const coffee = await record(-450, 'Coffee')
  const events = () => received.filter((one) => one.path === path)
  await until('both payments were announced', () => events().length === 2)
  assert.ok(events().every(({ token }) => token === 'abc'))
  const event = (id: string) => {
    const body = events().find((one) => one.body.includes(id))!.body
    return JSON.parse(body) as unknown
  }
  assert.deepEqual(await workflow.run(event(rent['id']!)), ['Payment', 'Large', 'Summary', 'Phone'])
  const { free_to_spend } = (await ask(kitchen, '/v1/accounts/summary')) as Summary
  const left = (free_to_spend / 100).toFixed(2)
  assert.equal(
    received.find((one) => one.path === '/YOUR_TOPIC')?.body,
    `Winter tyres: -123.45 EUR. Free to spend: ${left}`,
  )
  assert.deepEqual(await workflow.run(event(coffee['id']!)), ['Payment', 'Large'])
})

test('Google Sheets: the sheet follows every transaction, and continues after an error', async () => {
  const { total } = (await ask(kitchen, '/v1/transactions?limit=1')) as { total: number }
  const first = await runScript(kitchen, 'update')
  assert.equal(first.fault, null)
  assert.equal(first.rows.length, total + 1)
  assert.equal(first.rows[0]![3], 'amount')
  const added = await record(-990, 'Lamp oil')
  const changed = String(first.rows[5]![0])
  await send(`/transactions/${changed}`, { concept: 'Renamed' })
  const refused = await runScript({ ...kitchen, key: 'em_live_x' }, 'update', first)
  assert.match(refused.fault!, /^401 .*invalid_api_key/)
  assert.deepEqual(
    [refused.rows.length, refused.store['EARMARK_CURSOR']],
    [first.rows.length, first.store['EARMARK_CURSOR']],
  )
  const second = await runScript(kitchen, 'update', refused)
  assert.equal(second.fault, null)
  assert.equal(second.rows.length, total + 2)
  const row = (id: string) => second.rows.find(([one]) => one === id)!
  assert.deepEqual(row(added['id']!).slice(2, 4), ['Lamp oil', -9.9])
  assert.equal(row(changed)[2], 'Renamed')
  // Three lists: categories, accounts, what changed.
  assert.equal(second.requests, 3)
})

test('hledger: the journal balances, and each account ends as Earmark has it', async () => {
  const hasHledger = spawnSync('hledger', ['--version']).status === 0
  assert.ok(hasHledger || process.env['CI'] !== 'true', '.ci/run installs hledger')
  const printed = hasHledger ? await keepBooks(kitchen, instance.folder) : null
  if (printed === null) return
  const journal = readFileSync(join(instance.folder, 'earmark.journal'), 'utf8')
  const totals = addUp(journal.trim())
  for (const { name, type, balance } of (await ask(kitchen, '/v1/accounts')) as Account[]) {
    const kind = ['credit', 'loan'].includes(type) ? 'liabilities' : 'assets'
    assert.equal(totals.get(`${kind}:${name}`), balance, name)
  }
  const sheet = [...printed].find(([line]) => line.includes('balancesheet'))![1]
  const shown = (cents: number) => `${(Math.abs(cents) / 100).toFixed(2)} EUR`
  for (const { name, balance } of accounts) {
    if (name !== checking.name) assert.ok(sheet.includes(shown(balance)), `${name}\n${sheet}`)
  }
})
