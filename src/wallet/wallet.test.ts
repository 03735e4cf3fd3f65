import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/transactions/contract.ts'
import { givenConnection } from '../../test/given-connection.ts'
import { assertBooks } from '../../test/ledger.ts'
import { startProduct } from '../../test/product.ts'
import { walletApp } from './app-contract.ts'

const product = await startProduct({ start: '2026-11-20T12:00:00Z', limited: false })
const { db, world } = product

const cardId = '0a000000-0000-4000-8000-000000000001'
const card = {
  id: cardId,
  display_name: 'Apple Card',
  institution_name: 'Apple',
  account_type: 'liability',
  currency_code: 'EUR',
}
let serial = 0
const uuid = () => `0b000000-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`

type Sent = Readonly<Record<string, unknown>>

const purchase = (change: Sent = {}): Sent => ({
  id: uuid(),
  transaction_amount: { amount: '4.50', currency_code: 'EUR' },
  credit_debit_indicator: 'debit',
  status: 'authorized',
  transaction_date: '2026-11-20T08:15:00Z',
  transaction_description: 'Corner Bakery',
  merchant_name: 'Corner Bakery',
  ...change,
})

const changes = (history: Sent, more: Sent = {}): Sent => ({
  kind: 'changes',
  accounts: [card],
  transactions: [{ account_id: cardId, new_token: 't', ...history }],
  ...more,
})

async function ada() {
  const loaded = await product.household({
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 100_000,
      },
    ],
    categories: [{ ref: 'food', name: 'Restaurants' }],
    expenses: [{ ref: 'eating', name: 'Eating out', balance: 5000 }],
  })
  const { household_id: householdId } = loaded
  const member = await product.member(householdId, loaded.members['ada']!)
  const app = member.client(walletApp)
  const device = async (name = 'Phone') => {
    const { id, token } = await app.createDevice({ body: { name } })
    const send = (method: string, body?: unknown, headers: Record<string, string> = {}) =>
      product.request(method, '/ingest/wallet', {
        base: '',
        key: token!,
        headers,
        ...(body !== undefined && { body }),
      })
    return {
      id,
      token: token!,
      send,
      push: async (body: Sent) => {
        const answer = await send('POST', body)
        assert.equal(answer.status, 200, answer.text)
        const { received_at: _, ...counts } = answer.body
        return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
      },
      refused: async (body: unknown) => {
        const { status, body: answer } = await send('POST', body)
        return [status, answer.error.code, answer.error.param]
      },
    }
  }
  /** What people see, the oldest first. */
  const rows = async () => {
    const { data } = await member.client(transactions).listTransactions({ query: {} })
    return data.toReversed()
  }
  return { ...loaded, householdId, member, app, device, rows }
}

test('the first push is history, what comes after it is news, and each is there once', async () => {
  const { device, rows, categories, member } = await ada()
  const phone = await device()
  const old = purchase({ status: 'booked', posted_date: '2026-11-18T10:00:00Z' })
  assert.deepEqual(await phone.push(changes({ inserted: [old], new_token: '1' })), { added: 1 })
  const second = purchase({
    merchant_category_code: 5812,
    merchant_name: null,
    transaction_description: 'SQ *KIOSK 12',
  })
  const next = changes({ inserted: [second], previous_token: '1', new_token: '2' })
  assert.deepEqual(await phone.push(next), { added: 1 })
  assert.deepEqual(
    await phone.push(next),
    { matched: 1 },
    'the answer was lost, the push comes again',
  )
  const [first, news] = await rows()
  assert.deepEqual(
    [first?.amount, first?.status, first?.booked_at, first?.provider, first?.type],
    [-450, 'booked', '2026-11-18', 'wallet', 'expense'],
  )
  assert.deepEqual(
    [news?.status, news?.booked_at, news?.category_id],
    ['pending', '2026-11-20', categories['food']],
  )
  const stored = await db
    .selectFrom('transactions')
    .select('history')
    .where('account_id', '=', first!.account_id)
    .orderBy('booked_at')
    .execute()
  assert.deepEqual(
    stored.map(({ history }) => history),
    [true, false],
  )
  const { status, body } = await member.request('GET', '/accounts')
  assert.equal(status, 200)
  const listed = (body as unknown as readonly Sent[]).find(({ name }) => name === 'Apple Card')
  assert.deepEqual([listed?.['type'], listed?.['provider']], ['credit', 'wallet'])
})

test('a payment is booked, changed and withdrawn under its id; what a person set stays', async () => {
  const { device, rows, member, expenses, householdId } = await ada()
  const phone = await device()
  await phone.push(changes({ new_token: '1' }))
  const paid = purchase()
  await phone.push(changes({ inserted: [paid], previous_token: '1', new_token: '2' }))
  const [before] = await rows()
  const book = member.client(transactions)
  await book.editTransaction({ params: { id: before!.id }, body: { concept: 'Breakfast' } })
  await book.assignTransaction({
    params: { id: before!.id },
    body: { expense_goal_id: expenses['eating']! },
  })
  const booked = {
    ...paid,
    status: 'booked',
    posted_date: '2026-11-21T03:00:00Z',
    transaction_amount: { amount: '5', currency_code: 'EUR' },
  }
  assert.deepEqual(
    await phone.push(changes({ updated: [booked], previous_token: '2', new_token: '3' })),
    { updated: 1 },
  )
  const [after] = await rows()
  assert.deepEqual(
    [after?.id, after?.concept, after?.amount, after?.status, after?.booked_at],
    [before?.id, 'Breakfast', -500, 'booked', '2026-11-21'],
  )
  const eating = () =>
    db
      .selectFrom('expenses')
      .select('balance')
      .where('id', '=', expenses['eating']!)
      .executeTakeFirstOrThrow()
  assert.equal((await eating()).balance, 4500)
  const gone = changes({ deleted: [paid['id']], previous_token: '3', new_token: '4' })
  assert.deepEqual(await phone.push(gone), { removed: 1 })
  assert.deepEqual(await phone.push(gone), {})
  assert.deepEqual(await rows(), [])
  assert.equal((await eating()).balance, 5000)
  await assertBooks(db, householdId)
  const again = changes({ updated: [booked], previous_token: '4', new_token: '5' })
  assert.deepEqual(await phone.push(again), { matched: 1 }, 'what has gone does not come back')
  assert.deepEqual(await rows(), [])
})

test('two devices that push one payment make one transaction; two equal coffees stay two', async () => {
  const { device, rows } = await ada()
  const [phone, tablet] = [await device('Phone'), await device('Tablet')]
  await phone.push(changes({ new_token: 'p1' }))
  const other = '0a000000-0000-4000-8000-000000000002'
  const theirs = (history: Sent) => ({
    ...changes({ ...history, account_id: other }),
    accounts: [{ ...card, id: other }],
  })
  await tablet.push(theirs({ new_token: 'q1' }))
  const coffees = [purchase(), purchase({ transaction_date: '2026-11-20T09:00:00Z' })]
  const one = { inserted: [coffees[0]], previous_token: 'p1', new_token: 'p2' }
  assert.deepEqual(await phone.push(changes(one)), { added: 1 })
  const seen = coffees.map((coffee) => ({ ...coffee, id: uuid() }))
  const both = { inserted: seen, previous_token: 'q1', new_token: 'q2' }
  assert.deepEqual(await tablet.push(theirs(both)), { added: 1, matched: 1 })
  const two = { inserted: [coffees[1]], previous_token: 'p2', new_token: 'p3' }
  assert.deepEqual(await phone.push(changes(two)), { matched: 1 })
  assert.equal((await rows()).length, 2)
  // The tablet says first that they are booked.
  const booked = seen.map((coffee) => ({ ...coffee, status: 'booked' }))
  const news = { updated: booked, previous_token: 'q2', new_token: 'q3' }
  assert.deepEqual(await tablet.push(theirs(news)), { updated: 2 })
  assert.deepEqual(
    (await rows()).map(({ status }) => status),
    ['booked', 'booked'],
  )
  const accounts = new Set((await rows()).map(({ account_id }) => account_id))
  assert.equal(accounts.size, 1, 'one card, whatever each device calls it')
  // One device forgets a payment that the other still has.
  const gone = { deleted: [seen[0]!.id], previous_token: 'q3', new_token: 'q4' }
  assert.deepEqual(await tablet.push(theirs(gone)), {})
  assert.equal((await rows()).length, 2)
})

test('a new phone with the old one’s token tells everything under new ids, and nothing doubles', async () => {
  const { device, rows } = await ada()
  const phone = await device()
  const paid = [purchase(), purchase({ merchant_name: 'Kiosk' }), purchase()]
  assert.deepEqual(await phone.push(changes({ inserted: paid, new_token: '1' })), { added: 3 })
  const anew = '0a000000-0000-4000-8000-000000000009'
  const whole = {
    kind: 'changes',
    accounts: [{ ...card, id: anew }],
    transactions: [
      { account_id: anew, new_token: 'n1', inserted: paid.map((one) => ({ ...one, id: uuid() })) },
    ],
  }
  assert.deepEqual(await phone.push(whole), { matched: 3 })
  assert.equal((await rows()).length, 3)
})

test('changes that do not follow on what is known are refused, and the device can ask where it is', async () => {
  const { device } = await ada()
  const phone = await device()
  await phone.push(changes({ new_token: '1' }))
  await phone.push(changes({ previous_token: '1', new_token: '2' }))
  const late = changes({ inserted: [purchase()], previous_token: '0', new_token: '1' })
  assert.deepEqual(await phone.refused(late), [
    409,
    'wallet_out_of_step',
    'transactions[0].previous_token',
  ])
  const { body } = await phone.send('GET')
  const [known] = body['accounts'] as readonly Sent[]
  assert.deepEqual([known?.['id'], known?.['token']], [cardId, '2'])
})

test('balances are the owner’s, and move forward in time only', async () => {
  const { device, app } = await ada()
  const phone = await device()
  const balance = (amount: string, side: string, at: string) => ({
    kind: 'changes',
    accounts: [card],
    balances: [
      {
        account_id: cardId,
        booked: {
          amount: { amount, currency_code: 'EUR' },
          credit_debit_indicator: side,
          as_of_date: at,
        },
      },
    ],
  })
  const held = async () => {
    const [listed] = await app.listDevices({})
    const { account_id: id } = listed!.accounts[0]!
    const row = await db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.balance
  }
  await phone.push(balance('120.5', 'debit', '2026-11-20T08:00:00Z'))
  assert.equal(await held(), -12_050)
  await phone.push(balance('99', 'debit', '2026-11-20T07:00:00Z'))
  assert.equal(await held(), -12_050)
  await phone.push(balance('3', 'credit', '2026-11-20T09:00:00Z'))
  assert.equal(await held(), 300)
})

test('a payment from an automation is pending, on the account that is called like its card', async () => {
  const { device, rows, accounts, app } = await ada()
  const phone = await device()
  const paid = { kind: 'payment', merchant: 'Corner Bakery', amount: '12,50 €', card: 'checking' }
  assert.deepEqual(await phone.push({ ...paid, id: 'a' }), { added: 1 })
  assert.deepEqual(await phone.push({ ...paid, id: 'a' }), { matched: 1 })
  const [row] = await rows()
  assert.deepEqual(
    [row?.account_id, row?.amount, row?.status, row?.booked_at, row?.provider],
    [accounts['checking'], -1250, 'pending', '2026-11-20', 'wallet'],
  )
  assert.deepEqual(await phone.push({ ...paid, id: 'b' }), { added: 1 }, 'a second breakfast')
  assert.deepEqual(await phone.push({ ...paid, amount: '-2,00', id: 'c' }), { added: 1 })
  assert.deepEqual((await rows()).map(({ amount }) => amount).toSorted(), [-1250, -1250, 200])
  // A card that nobody knows becomes an account; a person may say later which it is.
  assert.deepEqual(await phone.push({ ...paid, card: 'Work Visa', id: 'd' }), { added: 1 })
  const [listed] = await app.listDevices({})
  const visa = listed!.accounts.find(({ name }) => name === 'Work Visa')!
  assert.notEqual(visa.account_id, accounts['checking'])
  await app.linkWalletAccount({
    params: { id: visa.id },
    body: { account_id: accounts['checking']! },
  })
  await phone.push({ ...paid, card: 'Work Visa', amount: '7,00', id: 'e' })
  assert.equal(
    (await rows()).find(({ amount }) => amount === -700)?.account_id,
    accounts['checking'],
  )
  world.advance({ hours: 24 * 15 })
  const [later] = await app.listDevices({})
  assert.equal(later!.accounts.find(({ name }) => name === 'Work Visa')?.stale_payments, 2)
  world.advance({ hours: -24 * 15 })
})

test('a payment without an id is told again within ten minutes, and is another one after', async () => {
  const { device, rows } = await ada()
  const phone = await device()
  const paid = { kind: 'payment', merchant: 'Corner Bakery', amount: '3,00', card: 'Visa' }
  assert.deepEqual(await phone.push(paid), { added: 1 })
  world.advance({ minutes: 9 })
  assert.deepEqual(await phone.push(paid), { matched: 1 })
  world.advance({ minutes: 2 })
  assert.deepEqual(await phone.push(paid), { added: 1 })
  const at = { ...paid, paid_at: '2026-11-20T07:00:00+01:00' }
  assert.deepEqual(await phone.push({ ...at, amount: '4,00' }), { added: 1 })
  assert.deepEqual(await phone.push({ ...at, amount: '4,00' }), { matched: 1 })
  assert.equal((await rows()).length, 3)
  // The other phone of the household saw the same two.
  const other = await device()
  assert.deepEqual(await other.push({ ...paid, id: 'x' }), { matched: 1 })
  assert.deepEqual(await other.push({ ...paid, id: 'y' }), { matched: 1 })
  assert.deepEqual(await other.push({ ...paid, id: 'z' }), { added: 1 })
})

test('what a bank has told of is the bank’s: a device doubles it not, changes it not, removes it not', async () => {
  const { device, rows, householdId, members, member } = await ada()
  const bank = await givenConnection(world, {
    householdId,
    memberId: members['ada']!,
    accounts: 1,
  })
  const [account_id] = bank.accounts
  const id = world.newId()
  const now = world.now()
  await db
    .insertInto('transactions')
    .values({
      household_id: householdId,
      id,
      account_id: account_id!,
      amount: -450,
      currency: 'EUR',
      concept: 'Cb Ltd',
      booked_at: '2026-11-22' as never,
      type: 'expense',
      status: 'booked',
      merchant: 'cb-ltd',
      provider: 'provider_a',
      edited: [],
      revision: 1,
      created_at: now,
      updated_at: now,
      history: false,
      hidden: false,
    })
    .execute()
  const phone = await device()
  const listed = { ...card, id: cardId }
  await phone.push({ kind: 'changes', accounts: [listed], transactions: [] })
  const [known] = await member.client(walletApp).listDevices({})
  await member.client(walletApp).linkWalletAccount({
    params: { id: known!.accounts[0]!.id },
    body: { account_id: account_id! },
  })
  await phone.push(changes({ new_token: '1' }))
  const paid = purchase()
  const insert = { inserted: [paid], previous_token: '1', new_token: '2' }
  assert.deepEqual(await phone.push(changes(insert)), { matched: 1 })
  const change = {
    updated: [{ ...paid, transaction_amount: { amount: '9', currency_code: 'EUR' } }],
    previous_token: '2',
    new_token: '3',
  }
  assert.deepEqual(await phone.push(changes(change)), { matched: 1 })
  const gone = { deleted: [paid['id']], previous_token: '3', new_token: '4' }
  assert.deepEqual(await phone.push(changes(gone)), {})
  const seen = await rows()
  assert.deepEqual(
    seen.map(({ amount, concept }) => [amount, concept]),
    [[-450, 'Cb Ltd']],
  )
})

test('a fault is named, and leaves nothing behind', async () => {
  const { device, rows, app } = await ada()
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

test('a device’s token opens its own entrance and no other, until it is revoked', async () => {
  const { device, app, keys, householdId } = await ada()
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

test('a token is told once: a replay answers without it, and nothing stored has it', async () => {
  const { member, householdId } = await ada()
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

test('a device has its own budget, and what is refused is not counted', async () => {
  const { device } = await ada()
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
  world.advance({ seconds: Number(last.headers.get('retry-after')) })
  assert.equal((await phone.send('GET')).status, 200)
})

test('whatever is sent, the answer is one of ours and never a failure', async () => {
  const { device } = await ada()
  const seeds = [
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
