import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessKind, maskOf } from './account-kind.ts'
import {
  account,
  answer,
  ask,
  noon,
  now,
  context,
  refs,
  row,
  seconds,
  translate,
} from '../../../test/support/simplefin-answer.ts'
import { dayOfSeconds } from './rows.ts'

/** Reads an answer with one row, and returns its transaction. */
function only(fields: object, accountFields: object = {}) {
  const result = translate(
    answer({ accounts: [account({ transactions: [row(fields)], ...accountFields })] }),
  )
  assert.equal(result.transactions.length, 1, JSON.stringify(result.dropped))
  const [first] = result.transactions
  assert.ok(first)
  return first
}

test('an account and its rows are read in cents, days and plain text', () => {
  const result = translate(answer())
  const [read] = result.accounts
  assert.deepEqual(read, {
    ref: { institutionId: 'CON-1', externalId: 'A1' },
    institution: { id: 'CON-1', name: 'River Bank', url: null },
    name: 'Everyday Checking (4821)',
    officialName: null,
    kind: 'depository',
    subtype: 'checking',
    currency: 'USD',
    mask: '4821',
    persistentId: null,
    balance: 150_050,
    available: 0,
    balanceAt: Temporal.Instant.from('2026-03-20T09:15:00Z'),
  })
  const [transaction] = result.transactions
  assert.ok(transaction)
  assert.deepEqual(
    [transaction.amount, transaction.bookedOn, transaction.status],
    [-1234, '2026-03-10', 'booked'],
  )
  assert.deepEqual(result.coverage, [
    {
      account: { institutionId: 'CON-1', externalId: 'A1' },
      from: '2026-03-01',
      to: '2026-03-20',
      complete: true,
      includesPending: true,
      snapshotAt: Temporal.Instant.from('2026-03-20T09:15:00Z'),
      listed: 1,
    },
  ])
  assert.deepEqual([result.issues, result.dropped], [[], []])
})

test('a malformed row is dropped with a reason, and the other rows stay', () => {
  const bad: unknown[] = [
    null,
    'text',
    [],
    row({ id: '' }),
    row({ id: { a: 1 } }),
    row({ id: 'a\0b' }),
    row({ id: 'B1', amount: '1,000.00' }),
    row({ id: 'B2', amount: 'NaN' }),
    row({ id: 'B3', amount: '1e3' }),
    row({ id: 'B4', amount: null }),
    row({ id: 'B5', amount: '99999999999999' }),
    row({ id: 'B6', posted: 0 }),
    row({ id: 'B7', posted: noon * 1000 }),
    row({ id: 'B8', posted: 'yesterday' }),
    row({ id: 'B9', posted: -5 }),
    { id: 'B10' },
  ]
  const result = translate(answer({ accounts: [account({ transactions: [...bad, row()] })] }))
  assert.deepEqual(
    result.transactions.map((transaction) => transaction.externalId),
    ['T1'],
  )
  assert.equal(result.dropped.length, bad.length)
  for (const dropped of result.dropped) assert.match(dropped.reason, /\.$/)
  assert.doesNotMatch(JSON.stringify(result.dropped), /yesterday|1,000/)
  const [coverage] = result.coverage
  assert.equal(coverage?.complete, true)
  assert.equal(coverage?.includesPending, false, 'an unread row may be a pending one')
})

test('a malformed account is dropped, and an unreadable balance is null', () => {
  const accounts = [
    { name: 'no id' },
    null,
    account({ balance: 'n/a' }),
    account({ id: 'A2', transactions: {} }),
  ]
  const result = translate(answer({ accounts }), ask(refs(['CON-1', 'A1'], ['CON-1', 'A2'])))
  assert.equal(result.dropped.filter((dropped) => dropped.what === 'account').length, 2)
  assert.deepEqual(
    result.accounts.map((one) => one.balance),
    [null, 150_050],
  )
  assert.deepEqual(
    result.coverage.map((one) => one.complete),
    [true, false],
  )
  assert.deepEqual(result.issues.map((issue) => issue.kind).sort(), ['incomplete', 'notice'])
})

test('noon and midnight UTC are dates in every zone, other times use the zone of the household', () => {
  for (const zone of ['Pacific/Honolulu', 'Pacific/Auckland', 'UTC', 'Europe/Madrid']) {
    for (const time of ['00:00:00', '12:00:00']) {
      const day = dayOfSeconds(seconds(`2026-03-10T${time}Z`), { now, zone })
      assert.equal(day, '2026-03-10', `${zone} ${time}`)
    }
  }
  const late = seconds('2026-03-10T23:30:00Z')
  assert.equal(dayOfSeconds(late, { now, zone: 'Pacific/Auckland' }), '2026-03-11')
  assert.equal(dayOfSeconds(late, { now, zone: 'America/New_York' }), '2026-03-10')
  assert.equal(dayOfSeconds(seconds('2026-03-10T03:00:00Z'), context), '2026-03-09')
  assert.equal(dayOfSeconds(0, context), null)
})

test('a row is pending if it says so, or has a purchase time and no booking', () => {
  const unposted = only({ posted: 0, transacted_at: seconds('2026-03-12T02:00:00Z') })
  assert.deepEqual(
    [unposted.status, unposted.bookedOn, unposted.occurredOn],
    ['pending', '2026-03-11', '2026-03-11'],
  )
  assert.equal(unposted.occurredAt?.toString(), '2026-03-12T02:00:00Z')
  assert.equal(only({ pending: true }).status, 'pending')
  assert.equal(only({ pending: true }).bookedOn, '2026-03-10')
  assert.equal(only({ pending: true, posted: 0 }).bookedOn, '2026-03-20')
  assert.equal(only({ pending: false, transacted_at: noon }).status, 'booked')
  assert.equal(only({ transacted_at: noon }).occurredAt, null, 'noon is a date, not a time')
})

test('amounts follow the digits of the currency, and other units become XXX', () => {
  assert.equal(only({ amount: '-1500' }, { currency: 'JPY' }).amount, -1500)
  assert.equal(only({ amount: '1.2345' }, { currency: 'KWD' }).amount, 1235)
  assert.equal(only({ amount: 12.5 }, { currency: 'eur' }).amount, 1250)
  assert.equal(only({}, { currency: 'eur' }).currency, 'EUR')
  for (const currency of ['https://points.example/miles', '', undefined]) {
    assert.equal(only({}, { currency }).currency, 'XXX')
  }
})

test('text is one clean line that PostgreSQL accepts', () => {
  const read = only({
    description: ' A\u0000B\n\tC\u202e \ud800 ',
    payee: '',
    memo: null,
    mcc: 5411,
  })
  assert.doesNotMatch(read.rawDescription, /[\p{Cc}\u202e]/u)
  assert.match(read.rawDescription, /^A B C/)
  assert.deepEqual([read.merchant, read.memo, read.mcc], [null, null, '5411'])
  assert.equal(only({ mcc: '742' }).mcc, '0742')
  assert.equal(only({ mcc: 'x' }).mcc, null)
})

test('equal ids in different accounts or banks stay separate', () => {
  const accounts = [account(), account({ id: 'A2' }), account({ conn_id: 'CON-2' })]
  const result = translate(
    answer({ accounts }),
    ask(refs(['CON-1', 'A1'], ['CON-1', 'A2'], ['CON-2', 'A1'])),
  )
  assert.equal(result.transactions.length, 3)
  assert.equal(new Set(result.transactions.map((one) => JSON.stringify(one.account))).size, 3)
  assert.deepEqual(result.dropped, [])
})

test('an id listed twice in an account counts once, booked before pending', () => {
  const rows = [
    row({ amount: '-9' }),
    row({ posted: 0, transacted_at: noon }),
    row({ amount: '-9' }),
  ]
  const once = translate(answer({ accounts: [account({ transactions: rows })] }))
  assert.deepEqual(
    once.transactions.map((one) => [one.status, one.amount]),
    [['booked', -900]],
  )
  assert.deepEqual(once.dropped, [])
})

test('an id that two different booked payments share drops one of them', () => {
  const reused = [row(), row({ amount: '-99', posted: noon + 86_400 })]
  const two = translate(answer({ accounts: [account({ transactions: reused })] }))
  assert.deepEqual(
    two.transactions.map((one) => one.amount),
    [-9900],
  )
  assert.equal(two.dropped.length, 1)
})

test('the kind of an account is guessed from its name, holdings and debt', () => {
  const kind = (name: string, more: object = {}) => {
    const guessed = guessKind({ name, holds: false, balance: 100, ...more })
    return `${guessed.kind} ${guessed.subtype}`
  }
  assert.equal(kind('Lake Credit Union Savings'), 'depository savings')
  assert.equal(kind('Platinum Visa® 1234'), 'credit credit_card')
  assert.equal(kind('Visa Debit'), 'depository checking')
  assert.equal(kind('Home Mortgage'), 'loan mortgage')
  assert.equal(kind('Auto Loan'), 'loan auto')
  assert.equal(kind('ROTH IRA'), 'investment retirement')
  assert.equal(kind('Something', { holds: true }), 'investment brokerage')
  assert.equal(kind('Something', { balance: -5 }), 'credit credit_card')
  assert.equal(kind('Something'), 'depository checking')
})

test('the mask is the four digits at the end of a name, but not a year', () => {
  assert.deepEqual(
    [maskOf('Visa ...1234'), maskOf('Savings 2024'), maskOf('Checking')],
    ['1234', null, null],
  )
})
