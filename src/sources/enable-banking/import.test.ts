import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectedToEurope,
  europeanAccount,
  europeanRow,
} from '../../../test/support/enable-banking.ts'

const bakery = europeanRow({ reference: 'r1', amount: '12.34', booked: '2026-01-03' })
const rent = europeanRow({
  reference: 'r2',
  amount: '650.00',
  booked: '2026-01-02',
  party: 'Casa SL',
})

test('rows of a European bank become transactions, in pages, with their side and day', async () => {
  const given = await connectedToEurope()
  given.bank.state.pageSize = 1
  const pay = europeanRow({ reference: 'r3', amount: '1900.00', side: 'CRDT', party: 'Jefa SA' })
  given.rows('A', bakery, rent, pay, { rubbish: true }, { ...bakery, amount: 'twelve' })
  const { connections } = await given.run()
  assert.deepEqual(
    connections.map(({ provider, status, added, dropped }) => ({
      provider,
      status,
      added,
      dropped,
    })),
    [{ provider: 'provider_c', status: 'ok', added: 3, dropped: 2 }],
  )
  assert.deepEqual(await given.amounts(), [-65000, -1234, 190000])
  const list = await given.list()
  assert.deepEqual(list.map(({ booked_at, provider }) => `${booked_at} ${provider}`).toSorted(), [
    '2026-01-02 provider_c',
    '2026-01-03 provider_c',
    '2026-01-03 provider_c',
  ])
  const [account] = await given.accounts.listAccounts({})
  assert.deepEqual([account!.balance, account!.provider], [150050, 'provider_c'])
  assert.deepEqual(await given.news(), [], 'the history of an account is not news')
})

test('news of a European bank is announced once, and an equal answer stores nothing', async () => {
  const given = await connectedToEurope()
  given.rows('A', bakery)
  await given.run()
  given.rows('A', bakery, europeanRow({ amount: '3.00', booked: '2026-01-06' }))
  const { connections } = await given.run()
  assert.equal(connections[0]!.added, 1)
  assert.deepEqual(await given.news(), [-300])
  const again = await given.run()
  assert.deepEqual([again.added, again.updated, again.removed], [0, 0, 0])
  assert.deepEqual(await given.news(), [])
})

test('a payment keeps its transaction when it is booked under another reference or none', async () => {
  const given = await connectedToEurope()
  given.rows('A', bakery)
  await given.run()
  const pending = europeanRow({
    reference: '0',
    amount: '9.90',
    status: 'PDNG',
    booked: null,
    made: '2026-01-06',
  })
  given.rows('A', bakery, pending)
  await given.run()
  const before = (await given.list()).find(({ amount }) => amount === -990)!
  assert.equal(before.status, 'pending')
  given.rows('A', bakery, { ...pending, reference: 'r9', status: 'BOOK', booked: '2026-01-07' })
  await given.run()
  const after = (await given.list()).find(({ amount }) => amount === -990)!
  assert.deepEqual([after.id, after.status], [before.id, 'booked'])
  assert.deepEqual(await given.news(), [-990])
})

test('a pending payment that two visits no longer list is gone', async () => {
  const given = await connectedToEurope()
  given.rows('A', bakery)
  await given.run()
  const hold = europeanRow({ amount: '50.00', status: 'PDNG', booked: null, made: '2026-01-06' })
  given.rows('A', bakery, hold)
  await given.run()
  given.rows('A', bakery)
  await given.run()
  assert.equal((await given.amounts()).length, 2, 'one answer without it is not enough')
  assert.equal((await given.run()).removed, 1)
  assert.deepEqual(await given.amounts(), [-1234])
})

test('a bank that renames all its references adds no transaction', async () => {
  const given = await connectedToEurope()
  const coffee = europeanRow({ amount: '1.50', booked: '2026-01-04' })
  given.rows('A', bakery, rent, coffee, coffee)
  await given.run()
  const before = (await given.list()).map(({ id }) => id).toSorted()
  assert.equal(before.length, 4, 'two equal coffees are two payments')
  given.rows(
    'A',
    { ...coffee, reference: 'n4' },
    { ...coffee, reference: 'n3' },
    { ...rent, reference: 'n2', text: 'TRANSFERENCIA' },
    { ...bakery, reference: 'n1' },
  )
  assert.equal((await given.run()).added, 0)
  assert.deepEqual((await given.list()).map(({ id }) => id).toSorted(), before)
})

test('a bank without older rows ends the first import, and one without a window is asked for all', async () => {
  const given = await connectedToEurope()
  given.bank.state.historyDays = 30
  given.rows('A', bakery)
  const { connections } = await given.run()
  assert.deepEqual([connections[0]!.error, connections[0]!.added], [null, 1])
  const strategies = given.bank.asked.flatMap(({ query }) => query['strategy'] ?? [])
  assert.deepEqual(strategies, ['longest'])
})

test('a failing account of a bank is reported, and costs the others nothing', async () => {
  const given = await connectedToEurope({ accounts: [europeanAccount('A'), europeanAccount('B')] })
  given.rows('A', bakery)
  given.rows('B', rent)
  await given.run()
  given.rows('A', bakery, europeanRow({ amount: '4.00', booked: '2026-01-06' }))
  given.rows('B', rent, europeanRow({ amount: '5.00', booked: '2026-01-06' }))
  given.bank.state.faults.set('transactions', [{ status: 502, error: 'ASPSP_ERROR' }])
  const { added } = await given.run()
  assert.equal(added, 1)
  const [connection] = await given.connections.listConnections({})
  assert.equal(connection!.status, 'degraded')
  assert.equal((await given.run()).added, 1)
  assert.equal((await given.connections.listConnections({}))[0]!.status, 'healthy')
})

test('a consent withdrawn in the middle of an import stores nothing of it', async () => {
  const given = await connectedToEurope({ accounts: [europeanAccount('A'), europeanAccount('B')] })
  given.rows('A', bakery)
  given.rows('B', rent)
  await given.run()
  const more = [1, 2, 3].map((day) => europeanRow({ amount: `${day}.00`, booked: '2026-01-06' }))
  given.rows('A', bakery, ...more)
  given.rows('B', rent, ...more)
  Object.assign(given.bank.state, { pageSize: 2 })
  given.bank.state.onPage = (page, hash) => {
    if (page === 0 && hash === 'B') given.bank.withdraw()
  }
  // The page that is on its way still comes; the next request is refused.
  const { connections } = await given.run()
  assert.deepEqual([connections[0]!.status, connections[0]!.added], ['failed', 0])
  assert.equal(connections[0]!.error!.code, 'reauth_required')
  assert.deepEqual(await given.amounts(), [-65000, -1234])
  const [connection] = await given.connections.listConnections({})
  assert.deepEqual([connection!.status, connection!.next_sync_at], ['reauth_required', null])
  given.bank.state.onPage = () => undefined
  assert.equal(await given.consent(connection!.id), connection!.id)
  assert.equal((await given.run()).added, 6)
})

test('each failure of Enable Banking has its own outcome', async () => {
  const given = await connectedToEurope()
  given.rows('A', bakery)
  await given.run()
  const outcomes = [
    [{ status: 401, error: 'EXPIRED_SESSION' }, 'reauth_required', 'reauth_required'],
    [{ status: 403 }, 'reauth_required', 'reauth_required'],
    [{ status: 401, error: 'UNAUTHORIZED_ACCESS' }, 'provider_unavailable', 'degraded'],
    [{ status: 429, error: 'ASPSP_RATE_LIMIT_EXCEEDED' }, 'provider_quota_exhausted', 'healthy'],
    [{ status: 503 }, 'provider_unavailable', 'degraded'],
    [{ status: 422, error: 'WRONG_REQUEST_PARAMETERS' }, 'provider_unavailable', 'degraded'],
  ] as const
  for (const [fault, code, status] of outcomes) {
    given.product.runtime.advance({ hours: 24 })
    given.bank.state.faults.set('session', [fault])
    const { connections } = await given.run()
    assert.equal(connections[0]!.error?.code, code, JSON.stringify(fault))
    const [connection] = await given.connections.listConnections({})
    assert.equal(connection!.status, status, JSON.stringify(fault))
    assert.doesNotMatch(JSON.stringify(connection), /somebody|IBAN/)
    given.product.runtime.advance({ hours: 24 })
    if (status === 'reauth_required') await given.consent(connection!.id)
    assert.equal((await given.run()).connections[0]!.error, null)
  }
  Object.assign(given.bank.state, { endless: true })
  given.product.runtime.advance({ hours: 24 })
  assert.match((await given.run()).connections[0]!.error?.message ?? '', /does not end/)
})
