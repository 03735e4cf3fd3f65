import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** What every folder that serves a household may import. */
const base = ['values', 'contract', 'database', 'world']

/** Each folder of src, and the folders it may import. Read downwards: a folder imports only what stands above it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  values: [],
  // Leaves: how PostgreSQL is run, how strangers are reached, what the reference page is.
  postgres: [],
  outbound: [],
  reference: [],
  pages: [],
  contract: ['values'],
  database: ['values'],
  calendar: ['values'],
  rollups: ['values'],
  world: ['values', 'contract', 'database', 'outbound'],
  providers: ['values', 'outbound'],
  secrets: ['database', 'world'],
  records: base,
  households: [...base, 'records'],
  sessions: base,
  keys: [...base, 'households', 'records'],
  limits: [...base, 'keys'],
  idempotency: base,
  categories: [...base, 'records'],
  accounts: [...base, 'records'],
  settings: [...base, 'accounts', 'households', 'records'],
  connections: [...base, 'accounts', 'providers'],
  expenses: [...base, 'accounts', 'calendar', 'households', 'records'],
  funding: [...base, 'accounts', 'calendar', 'expenses', 'households', 'records'],
  webhooks: [...base, 'accounts', 'outbound', 'records'],
  transactions: [
    ...base,
    'accounts',
    'categories',
    'expenses',
    'funding',
    'records',
    'rollups',
    'webhooks',
  ],
  analytics: [...base, 'rollups'],
  sync: [
    ...base,
    'categories',
    'connections',
    'expenses',
    'funding',
    'households',
    'providers',
    'records',
    'transactions',
    'webhooks',
  ],
  wallet: [
    ...base,
    'connections',
    'keys',
    'limits',
    'providers',
    'records',
    'sync',
    'transactions',
    'webhooks',
  ],
  home: [
    ...base,
    'accounts',
    'connections',
    'expenses',
    'funding',
    'records',
    'rollups',
    'transactions',
  ],
  proposals: [...base, 'calendar'],
  statements: ['values', 'providers'],
  imports: [
    ...base,
    'connections',
    'expenses',
    'households',
    'providers',
    'statements',
    'sync',
    'transactions',
  ],
  documents: [...base, 'calendar', 'categories', 'expenses', 'keys', 'transactions'],
  demo: [...base, 'documents', 'transactions'],
  factors: [...base, 'sessions'],
  members: [...base, 'documents', 'households', 'records', 'sessions', 'sync'],
  requests: [...base, 'records'],
  people: [...base, 'demo', 'documents', 'factors', 'households', 'members', 'records', 'sessions'],
  http: [
    ...base,
    'accounts',
    'analytics',
    'categories',
    'connections',
    'expenses',
    'factors',
    'funding',
    'home',
    'households',
    'idempotency',
    'imports',
    'keys',
    'limits',
    'members',
    'people',
    'pages',
    'proposals',
    'records',
    'reference',
    'requests',
    'sessions',
    'settings',
    'sync',
    'transactions',
    'wallet',
    'webhooks',
  ],
  workers: [
    'database',
    'world',
    'funding',
    'idempotency',
    'imports',
    'people',
    'requests',
    'sync',
    'webhooks',
  ],
  cli: [
    ...base,
    'accounts',
    'categories',
    'connections',
    'demo',
    'documents',
    'expenses',
    'factors',
    'funding',
    'households',
    'http',
    'imports',
    'keys',
    'limits',
    'members',
    'people',
    'pages',
    'postgres',
    'records',
    'requests',
    'secrets',
    'settings',
    'statements',
    'sync',
    'transactions',
    'wallet',
    'webhooks',
    'workers',
  ],
}

/** The rules of the product: functions of their arguments alone. They import only values and each other. */
const pure = [
  'accounts/cash.ts',
  'calendar/occurrences.ts',
  'calendar/paydays.ts',
  'categories/choose.ts',
  'categories/keywords.ts',
  'categories/meanings.ts',
  'categories/merchant-codes.ts',
  'categories/provider-codes.ts',
  'categories/rule.ts',
  'connections/status.ts',
  'expenses/adopt-terms.ts',
  'expenses/card-reserve.ts',
  'expenses/contribution.ts',
  'expenses/cover.ts',
  'expenses/explain.ts',
  'expenses/given.ts',
  'expenses/holding.ts',
  'expenses/lanes.ts',
  'expenses/postings.ts',
  'expenses/reserve.ts',
  'expenses/roll-over.ts',
  'expenses/settlement.ts',
  'factors/passkey-host.ts',
  'factors/recovery-code.ts',
  'funding/continue-payday.ts',
  'funding/forecast.ts',
  'funding/forecast-months.ts',
  'funding/plan.ts',
  'funding/process-days.ts',
  'households/rights.ts',
  'home/coming-up.ts',
  'home/equation.ts',
  'home/month.ts',
  'households/standing.ts',
  'http/credential.ts',
  'http/request-id.ts',
  'keys/token.ts',
  'limits/window.ts',
  'outbound/check-url.ts',
  'outbound/check-webhook-headers.ts',
  'outbound/headers.ts',
  'outbound/public-address.ts',
  'members/order-by-reference.ts',
  'people/common-passwords.ts',
  'people/password-rules.ts',
  'proposals/propose.ts',
  'proposals/regularity.ts',
  'providers/provider-a/quota.ts',
  'requests/redact.ts',
  'rollups/spans.ts',
  'sessions/session.ts',
  'sync/alike.ts',
  'sync/explains-amount.ts',
  'sync/match-payments.ts',
  'sync/match-tips.ts',
  'sync/recognise-accounts.ts',
  'sync/schedule.ts',
  'transactions/counted.ts',
  'transactions/descriptor-noise.ts',
  'transactions/descriptor.ts',
  'transactions/merchant.ts',
  'transactions/titled.ts',
  'webhooks/backoff.ts',
  'webhooks/event-id.ts',
  'webhooks/explain-status.ts',
  'webhooks/sign.ts',
  'webhooks/verdict.ts',
  'webhooks/verify.ts',
]

/** Computation that the platform brings along; only types come from the contract. */
const harmless = [
  'node:crypto',
  'node:net',
  'node:zlib',
  'contract/codes.ts',
  'contract/endpoint.ts',
  'outbound/failure.ts',
]

const files = globSync('src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    const name = path.slice('src/'.length)
    const sources = [...text.matchAll(/\b(?:from|import) ?\(?'([^'\n]+)'/g)].map((match) => {
      const source = match[1]!
      if (source.startsWith('#/')) return source.slice(2)
      return source.startsWith('.') ? join(dirname(name), source) : source
    })
    const code = text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    return { name, text, code, folder: name.split('/')[0]!, sources }
  })
const ours = new Set(files.map(({ name }) => name))

/** The folders of src that each folder imports. */
const imported = new Map(
  [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, members]) => [
    folder,
    new Set(
      members
        .flatMap(({ sources }) => sources.filter((source) => ours.has(source)))
        .map((source) => source.split('/')[0]!)
        .filter((name) => name !== folder),
    ),
  ]),
)

test('folders import only what they may', () => {
  const wrong = files.flatMap(({ name, folder, sources }) =>
    sources
      .filter((source) => ours.has(source))
      .filter((source) => ![folder, ...(mayImport[folder] ?? [])].includes(source.split('/')[0]!))
      .map((source) => `${name} imports ${source}`),
  )
  assert.deepEqual(wrong, [])
})

test('the table reads downwards, so there is no cycle of folders', () => {
  const order = Object.keys(mayImport)
  for (const [folder, allowed] of Object.entries(mayImport)) {
    const later = allowed.filter((name) => order.indexOf(name) >= order.indexOf(folder))
    assert.deepEqual(later, [], `${folder} may import what stands below it`)
  }
  for (const folder of imported.keys()) {
    assert.ok(order.includes(folder), `say in the table what ${folder} may import`)
  }
})

test('the web application takes values and types from the product, and nothing else', () => {
  const sources = globSync('web/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.ts$|vite\.config/.test(path),
  )
  const wrong = sources.flatMap((path) => {
    const imports = [...readFileSync(path, 'utf8').matchAll(/^import (type )?[^']*?'([^']+)'/gms)]
    return imports
      .filter(([, isType, source]) => {
        const own = /^\.\.?\/|^#web\//.test(source!) && !source!.startsWith('../../')
        if (source!.startsWith('#/')) return !isType && !source!.startsWith('#/values/')
        return !own && /^[.#]|^node:|^zod$/.test(source!)
      })
      .map(([, , source]) => `${path} imports ${source}`)
  })
  assert.deepEqual(wrong, [])
})

test('PostgreSQL’s process, the network and the pages import nothing of ours', () => {
  for (const leaf of ['postgres', 'outbound', 'reference', 'pages', 'values']) {
    assert.deepEqual([...imported.get(leaf)!], [], leaf)
  }
})

test('imports across folders begin with #/, inside a folder with ./', () => {
  for (const { name, text } of files) {
    assert.doesNotMatch(text, /from '\.\.\/\.\.\//, name)
    const [folder] = name.split('/')
    const own = text.match(new RegExp(`from '#/${folder}/[^']+'`))
    assert.ok(own === null || name.split('/').length > 2, `${name}: ${own?.[0]}`)
  }
})

test('the rules are pure', () => {
  for (const name of pure) {
    const file = files.find((one) => one.name === name)
    assert.ok(file, `${name} is gone from its place`)
    assert.doesNotMatch(file.code, /\b(async|await|Promise|class)\b|Temporal\.Now/, name)
    const impure = file.sources.filter(
      (source) =>
        !source.startsWith('values/') && !pure.includes(source) && !harmless.includes(source),
    )
    assert.deepEqual(impure, [], name)
  }
})

test('contracts can be read in a browser', () => {
  const browserSafe = (name: string) =>
    /^(contract|values)\//.test(name) || /\/(app-)?contract\.ts$/.test(name)
  for (const { name, code, sources } of files.filter((file) => browserSafe(file.name))) {
    const strange = sources.filter((source) => source !== 'zod' && !browserSafe(source))
    assert.deepEqual(strange, [], name)
    assert.doesNotMatch(code, /\bBuffer\b|\bprocess\b/, name)
  }
})

test('no file only passes on what others export', () => {
  for (const { name, code } of files) {
    assert.doesNotMatch(code, /^export (type )?(\*|\{[^}]*\}) from/m, name)
    assert.doesNotMatch(code, /^export default/m, name)
    assert.doesNotMatch(name, /(^|\/)(index|utils?|helpers?|common|misc)\.ts$/)
  }
})

test('SQL takes its time and its ids from parameters', () => {
  const generated =
    /\b(current_date|current_timestamp|localtimestamp|clock_timestamp|statement_timestamp|gen_random_uuid)\b/i
  const migrations = globSync('db/migrations/*.sql').map((name) => {
    return { name, code: readFileSync(name, 'utf8').replaceAll(/--.*/g, '') }
  })
  for (const { name, code } of migrations) {
    assert.doesNotMatch(code, generated, name)
    assert.doesNotMatch(code, /\bnow\(\)|\buuidv[47]\(/i, name)
  }
  for (const { name, code } of files) assert.doesNotMatch(code, generated, name)
})
