import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  card,
  cardId,
  changes,
  givenWallets,
  purchase,
  type Sent,
} from '../../../test/support/given-wallet.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({ start: '2026-11-20T12:00:00Z', limited: false })
const { db, runtime } = product

test('a refused push names the fault and stores nothing', async () => {
  const { device, rows, app } = await givenWallets(product)
  const phone = await device()
  const at = (param: string) => [400, 'invalid_parameter', param]
  const inserted = (change: Sent) => changes({ inserted: [purchase(), purchase(change)] })
  const row = 'transactions[0].inserted[1]'
  for (const [expected, body] of [
    [at('kind'), {}],
    [at('kind'), { kind: 'other' }],
    [
      at('accounts[0].currency_code'),
      { kind: 'changes', accounts: [{ ...card, currency_code: 'euro' }] },
    ],
    [at('accounts[0].iban'), { kind: 'changes', accounts: [{ ...card, iban: 'x' }] }],
    [at('transactions[0].new_token'), { kind: 'changes', transactions: [{ account_id: cardId }] }],
    [
      at(`${row}.transaction_amount.amount`),
      inserted({ transaction_amount: { amount: '-1', currency_code: 'EUR' } }),
    ],
    [
      at(`${row}.transaction_amount.amount`),
      inserted({ transaction_amount: { amount: '9'.repeat(20), currency_code: 'EUR' } }),
    ],
    [
      at(`${row}.transaction_amount.currency_code`),
      inserted({ transaction_amount: { amount: '1', currency_code: 'USD' } }),
    ],
    [at(`${row}.transaction_date`), inserted({ transaction_date: 'yesterday' })],
    [at(`${row}.transaction_date`), inserted({ transaction_date: '9000-01-01T00:00:00Z' })],
    [at(`${row}.posted_date`), inserted({ posted_date: '+200000-01-01T00:00:00Z' })],
    [at(`${row}.status`), inserted({ status: 'gone' })],
    [at(`${row}.merchant_category_code`), inserted({ merchant_category_code: 'food' })],
    [[404, 'resource_not_found', 'transactions[0].account_id'], { ...changes({}), accounts: [] }],
    [
      [404, 'resource_not_found', 'balances[0].account_id'],
      {
        kind: 'changes',
        balances: [
          {
            account_id: cardId,
            booked: {
              amount: { amount: '1', currency_code: 'EUR' },
              credit_debit_indicator: 'debit',
              as_of_date: '2026-11-20T00:00:00Z',
            },
          },
        ],
      },
    ],
    [at('amount'), { kind: 'payment', merchant: 'x', card: 'checking', amount: 'nothing' }],
    [at('amount'), { kind: 'payment', merchant: 'x', card: 'checking', amount: '$5' }],
    [at('amount'), { kind: 'payment', merchant: 'x', card: 'checking', amount: 5 }],
    [at('merchant'), { kind: 'payment', merchant: ' ', card: 'x', amount: '5' }],
    [
      at('paid_at'),
      { kind: 'payment', merchant: 'x', card: 'x', amount: '5', paid_at: '1900-01-01T00:00:00Z' },
    ],
  ] as const) {
    assert.deepEqual(await phone.refused(body), expected, JSON.stringify(body))
  }
  assert.deepEqual(await rows(), [])
  const [listed] = await app.listDevices({})
  assert.deepEqual([listed?.accounts, listed?.last_push_at], [[], null])
})

test('a device’s token works only for wallet pushes, until it is revoked', async () => {
  const { device, app, keys, householdId } = await givenWallets(product)
  const phone = await device()
  const status = async (key: string, base = '', path = '/ingest/wallet') =>
    (await product.request('GET', path, { base, key })).status
  assert.equal(await status(phone.token), 200)
  assert.equal(await status(phone.token, '/v1', '/me'), 401)
  assert.equal(await status(keys['rw']!.api_key), 401)
  assert.equal((await product.request('GET', '/ingest/wallet', { base: '' })).status, 401)
  await db
    .updateTable('households')
    .set({ standing: 'trial_ended' })
    .where('household_id', '=', householdId)
    .execute()
  assert.deepEqual((await phone.refused(changes({})))[1], 'account_read_only')
  await db
    .updateTable('households')
    .set({ standing: 'active', plan: 'free' })
    .where('household_id', '=', householdId)
    .execute()
  assert.equal(await status(phone.token), 200)
  const { revoked_at: at } = await app.revokeDevice({ params: { id: phone.id }, body: {} })
  assert.equal(await status(phone.token), 401)
  assert.equal((await app.revokeDevice({ params: { id: phone.id }, body: {} })).revoked_at, at)
  const listed = JSON.stringify(await app.listDevices({}))
  assert.ok(!listed.includes(phone.token.slice(20)))
})

test('a token is shown once; replays and stored data do not contain it', async () => {
  const { member, householdId } = await givenWallets(product)
  const create = () =>
    member.request<{ id: string; token?: string }>('POST', '/wallet/devices', {
      body: {},
      headers: { 'idempotency-key': 'one-device' },
    })
  const [made, again] = [await create(), await create()]
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual([again.body.id, again.body.token], [made.body.id, undefined])
  const secret = made.body.token!.slice(20, 60)
  for (const table of ['idempotency_keys', 'wallet_devices', 'audit_entries'] as const) {
    const rows = await db
      .selectFrom(table as 'audit_entries')
      .selectAll()
      .where('household_id', '=', householdId)
      .execute()
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(secret), table)
  }
})

test('a device has its own limits, and refused requests do not count', async () => {
  const { device } = await givenWallets(product)
  const phone = await device()
  const answers = []
  for (let count = 0; count < 61; count += 1) answers.push(await phone.send('GET'))
  assert.deepEqual(
    answers.slice(-2).map(({ status }) => status),
    [200, 429],
  )
  const last = answers.at(-1)!
  assert.equal(last.body.error.code, 'rate_limit_exceeded')
  assert.equal(last.headers.get('x-ratelimit-remaining'), '0')
  assert.equal(last.headers.get('x-ratelimit-remaining-hour'), '540')
  runtime.advance({ seconds: Number(last.headers.get('retry-after')) })
  assert.equal((await phone.send('GET')).status, 200)
})

test('simultaneous requests of a device are counted once each without deadlocks', async () => {
  const { device } = await givenWallets(product)
  const phone = await device()
  const answers = await Promise.all(Array.from({ length: 80 }, () => phone.send('GET')))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  assert.deepEqual([count(200), count(429)], [60, 20])
})

test('any input gets a declared answer, never an internal error', async () => {
  const { device } = await givenWallets(product)
  const seeds = [
    {
      kind: 'changes',
      accounts: [card],
      balances: [
        {
          account_id: cardId,
          booked: {
            amount: { amount: '1', currency_code: 'EUR' },
            credit_debit_indicator: 'debit',
            as_of_date: '2026-11-20T00:00:00Z',
          },
        },
      ],
    },
    changes({ inserted: [purchase()] }),
    { kind: 'payment', merchant: 'x', card: 'y', amount: '1' },
  ]
  const strange = [
    null,
    true,
    -1,
    1e300,
    '',
    '\u0000',
    '\ud800',
    'x'.repeat(5000),
    [],
    {},
    [[]],
    '0000-00-00T00:00:00Z',
    '-200000-01-01T00:00:00Z',
    '+200000-01-01T00:00:00Z',
  ]
  const mutate = (value: unknown, to: unknown): unknown[] => {
    if (Array.isArray(value))
      return [
        to,
        ...value.flatMap((one, at) => mutate(one, to).map((each) => value.with(at, each))),
      ]
    if (value === null || typeof value !== 'object') return [to]
    return [
      to,
      ...Object.entries(value).flatMap(([name, one]) =>
        mutate(one, to).map((each) => ({ ...value, [name]: each })),
      ),
    ]
  }
  let phone = await device()
  let sent = 0
  for (const body of seeds.flatMap((seed) => strange.flatMap((to) => mutate(seed, to)))) {
    if ((sent += 1) % 60 === 0) phone = await device()
    const { status, text } = await phone.send('POST', body)
    assert.ok([200, 400, 404, 409].includes(status), `${status} ${JSON.stringify(body)} ${text}`)
  }
  assert.ok(sent > 300)
})
