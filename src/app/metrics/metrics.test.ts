import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { serve } from '#/app/cli/serving/serve.ts'
import { loadDocument } from '#/documents/load.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { until } from '../../../test/support/other-processes.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createMetrics } from './metrics.ts'
import { readQueues } from './read-queues.ts'

const TOKEN = 'a-token-of-a-scraper'
const { db, url, takeStatements } = await createTestDatabase()
const runtime = createTestRuntime(db)
const household = await loadDocument(runtime, ada)
const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-metrics-'))
after(() => rmSync(dataFolder, { recursive: true }))

function start(env: Readonly<Record<string, string>>, role: 'api' | 'worker' = 'api') {
  const common = { DATABASE_URL: url, EARMARK_DATA: dataFolder, PORT: '0', LOG_LEVEL: 'error' }
  return serve(readConfig({ ...common, ...env }), { role, notice: () => {} })
}

async function read(base: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${base}/metrics`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const bearer = { authorization: `Bearer ${TOKEN}` }

/** Every sample of a text, by its name and labels; fails on a line that is not of the format. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  let current = ''
  const types = new Set<string>()
  for (const line of text.trimEnd().split('\n')) {
    const head = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line)
    if (head) {
      current = head[2]!
      if (head[1] === 'TYPE') {
        assert.match(head[3]!, /^(counter|gauge|histogram)$/)
        assert.equal(types.has(current), false, `${current} twice`)
        types.add(current)
      }
      continue
    }
    const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"'
    const sample = new RegExp(
      `^([a-z_]+)(\\{${label}(?:,${label})*\\})? ([-+]?[0-9.e+-]+|\\+Inf|NaN)$`,
    ).exec(line)
    assert.ok(sample, line)
    assert.equal(
      sample[1]!.replace(/_(bucket|sum|count)$/, ''),
      current.replace(/_(bucket|sum|count)$/, ''),
    )
    const name = `${sample[1]}${sample[2] ?? ''}`
    assert.equal(samples.has(name), false, `${name} twice`)
    samples.set(name, Number(sample[3]))
  }
  return samples
}

test('without a token or addresses there are no metrics', async () => {
  const served = await start({})
  assert.equal((await read(served.url, bearer)).status, 404)
  await served.stop()
})

test('a token opens the metrics, and a wrong or missing one does not', async () => {
  const served = await start({ EARMARK_METRICS_TOKEN: TOKEN })
  try {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${TOKEN}` },
      { authorization: `Bearer ${TOKEN}x` },
    ]) {
      const refused = await read(served.url, headers)
      assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer'])
      assert.doesNotMatch(refused.text, /earmark_/)
    }
    const { status, headers, text } = await read(served.url, bearer)
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('cache-control')],
      [200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store'],
    )
    const samples = parse(text)
    assert.equal(
      samples.get(`earmark_build_info{version="${readVersion()}",node="${process.versions.node}"}`),
      1,
    )
    assert.equal(samples.get('earmark_database_readable'), 1)
    assert.equal(samples.get('earmark_database_connections_max{pool="requests"}'), 12)
  } finally {
    await served.stop()
  }
})

test('addresses are those that trusted proxies report, and with a token both are needed', async () => {
  const served = await start({
    EARMARK_METRICS_CIDRS: '10.1.0.0/16,2001:db8::/32',
    EARMARK_METRICS_TOKEN: TOKEN,
    EARMARK_TRUSTED_PROXIES: '127.0.0.1',
  })
  try {
    const statusOf = async (forwarded: string, headers = bearer as Record<string, string>) =>
      (await read(served.url, { 'x-forwarded-for': forwarded, ...headers })).status
    assert.equal(await statusOf('10.1.2.3'), 200)
    assert.equal(await statusOf('2001:db8::1'), 200)
    assert.equal(await statusOf('10.1.2.3', {}), 401)
    assert.equal(await statusOf('10.2.2.3'), 404)
    // The left entry is what the caller made up.
    assert.equal(await statusOf('10.1.2.3, 192.0.2.1'), 404)
    assert.equal(await statusOf('nonsense'), 404)
    assert.equal((await read(served.url, bearer)).status, 404)
  } finally {
    await served.stop()
  }
})

test('requests are counted by route, and what strangers make up shares one name', async () => {
  const served = await start({ EARMARK_METRICS_TOKEN: TOKEN })
  try {
    const authorization = `Bearer ${household.keys['ro']!.api_key}`
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(served.url + path, { redirect: 'manual', ...init }).then((answer) => answer.text())
    for (let count = 0; count < 3; count += 1) await ask('/v1/me', { headers: { authorization } })
    await ask('/v1/me')
    await ask(`/v1/transactions/${runtime.newId()}`, { headers: { authorization } })
    for (const path of [
      '/wp-login.php',
      '/v1/nothing',
      '/app/api/nothing',
      '/a{b="c"}',
      '/metrics/x',
    ])
      await ask(path)
    await ask('/wp-login.php', { method: 'POST' })
    // Leaves before it has sent its body.
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      'POST /app/api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 500\r\n\r\n{',
    )
    await until('the request is there', async () =>
      /in_flight 2\n/.test((await read(served.url, bearer)).text),
    )
    socket.destroy()
    const aborted =
      'earmark_http_requests_total{route="/app/api/sign-in",method="POST",status="aborted"}'
    await until('it is gone', async () => parse((await read(served.url, bearer)).text).has(aborted))
    const samples = parse((await read(served.url, bearer)).text)
    const count = (route: string, method: string, status: string) =>
      samples.get(
        `earmark_http_requests_total{route="${route}",method="${method}",status="${status}"}`,
      )
    assert.deepEqual([count('/v1/me', 'GET', '2xx'), count('/v1/me', 'GET', '4xx')], [3, 1])
    assert.equal(count('/v1/transactions/{id}', 'GET', '4xx'), 1)
    assert.deepEqual([count('unmatched', 'GET', '4xx'), count('unmatched', 'POST', '4xx')], [5, 1])
    assert.equal(
      samples.get('earmark_http_request_duration_seconds_count{route="/v1/me",method="GET"}'),
      4,
    )
    const names = [...samples.keys()].join('\n')
    assert.doesNotMatch(names, /wp-login|\/nothing|[0-9a-f]{8}-/)
  } finally {
    await served.stop()
  }
})

test('a worker has metrics of its own', async () => {
  const worker = await start({ EARMARK_METRICS_TOKEN: TOKEN }, 'worker')
  assert.equal(parse((await read(worker.url, bearer)).text).get('earmark_database_readable'), 1)
  await worker.stop()
})

test('the queues say what is due and since when, and cost one statement', async () => {
  const due = runtime.now().subtract({ minutes: 90 })
  await sql`update households set due_at = ${due}`.execute(db)
  takeStatements()
  const queues = await readQueues(runtime)
  assert.equal(takeStatements().length, 1)
  const found = Object.fromEntries(queues.map((queue) => [queue.name, queue]))
  assert.deepEqual(Object.keys(found), [
    'bank_syncs',
    'file_imports',
    'moves',
    'webhook_deliveries',
    'paydays',
  ])
  assert.equal(found['paydays']!.count, 1)
  assert.equal(String(found['paydays']!.oldest), String(due))
  assert.deepEqual([found['moves']!.count, found['moves']!.oldest], [0, null])
  const metrics = createMetrics(runtime, { requests: db })
  takeStatements()
  const [one, other] = await Promise.all([metrics.write(), metrics.write()])
  assert.equal(one, other)
  assert.ok(takeStatements().length <= 4)
  metrics.stop()
  assert.equal(parse(one).get('earmark_queue_oldest_age_seconds{queue="paydays"}'), 5400)
})

test('without the database the process still reports itself', async () => {
  const gone = { ...runtime, db: {} as typeof db }
  const metrics = createMetrics(gone, { requests: db })
  const samples = parse(await metrics.write())
  metrics.stop()
  assert.equal(samples.get('earmark_database_readable'), 0)
  assert.ok(samples.get('process_resident_memory_bytes')! > 1e6)
  assert.equal(samples.has('earmark_database_size_bytes'), false)
})

test('every metric and label that the dashboard asks for exists', async () => {
  const metrics = createMetrics(runtime, { requests: db })
  // Marks one request of each status, so that the metrics of requests have samples.
  const samples = [...parse(await metrics.write()).keys()]
  metrics.stop()
  const requests = [
    'earmark_http_requests_total{route,method,status}',
    'earmark_http_request_duration_seconds_bucket{route,method,le}',
    'earmark_http_request_duration_seconds_sum{route,method}',
    'earmark_http_request_duration_seconds_count{route,method}',
  ]
  const known = new Map<string, Set<string>>()
  for (const sample of [...samples, ...requests, 'earmark_backup_age_seconds']) {
    const [name, labels = ''] = sample.split(/[{}]/)
    known.set(name!, new Set([...labels.matchAll(/([a-z]+)(?==|,|$)/g)].map((match) => match[1]!)))
  }
  const board = JSON.parse(readFileSync('packaging/grafana/earmark.json', 'utf8')) as {
    panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[]
  }
  const queries = board.panels.flatMap(({ targets = [] }) => targets)
  for (const { expr, legendFormat } of queries) {
    const asked = [...expr.matchAll(/\b((?:earmark|process|nodejs)_\w+)/g)].map(
      (match) => match[1]!,
    )
    assert.ok(asked.length > 0, expr)
    for (const name of asked) {
      const labels = known.get(name)
      assert.ok(labels, name)
      const used = [
        ...expr.matchAll(/(?<=[{,])(\w+)=|by \(([^)]*)\)/g),
        ...legendFormat.matchAll(/\{\{(\w+)\}\}/g),
      ].flatMap((match) => (match[1] ?? match[2] ?? '').split(/, */))
      for (const label of used)
        assert.ok(label === 'instance' || labels.has(label), `${name}: ${label}`)
    }
  }
  assert.ok(queries.length > 20)
})
