import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Booked, mayBeSame, recogniseAccounts } from './recognise-accounts.ts'

type Account = Parameters<typeof mayBeSame>[0] & { readonly booked: readonly Booked[] }

const days = (...list: readonly string[]): Booked[] =>
  list.map((day) => ({ bookedOn: `2026-01-${day}`, amount: -500 }))

const account = (externalId: string, changes: Partial<Account> = {}): Account => ({
  externalId,
  institution: 'River Bank',
  name: 'Checking',
  balance: null,
  currency: 'EUR',
  type: 'depository',
  mask: '1234',
  persistentId: null,
  accountId: null,
  otherThan: [],
  booked: days('01', '02', '03'),
  ...changes,
})

const recognised = (
  lost: readonly Account[],
  found: readonly Account[],
  how?: { readonly mayListLess: boolean },
) =>
  [...recogniseAccounts(lost, found, { bookedOf: ({ booked }) => booked, ...how })].map(
    ([one, other]) => [one.externalId, other.externalId],
  )

const others = [
  { institution: 'Sea Bank' },
  { currency: 'USD' },
  { type: 'credit' },
  { mask: '9999' },
  { mask: null },
  { booked: days('01', '02') },
  { booked: days('01', '01', '02') },
  { booked: [...days('01', '02'), { bookedOn: '2026-01-03', amount: -501 }] },
]

test('a lost account is recognised when its digits and three booked rows agree', () => {
  assert.deepEqual(recognised([account('a')], [account('b')]), [['a', 'b']])
  for (const changes of others) {
    assert.deepEqual(
      recognised([account('a')], [account('b', changes)]),
      [],
      JSON.stringify(changes),
    )
  }
})

test('the name of the bank is compared without case and spacing', () => {
  assert.deepEqual(recognised([account('a')], [account('b', { institution: 'RIVER  bank' })]), [
    ['a', 'b'],
  ])
})

test('an unchanged id counts as the digits do', () => {
  assert.deepEqual(recognised([account('a', { mask: null })], [account('a', { mask: null })]), [
    ['a', 'a'],
  ])
})

test('a persistent id decides without rows, for and against', () => {
  const lasting = (externalId: string, persistentId: string, booked: readonly Booked[] = []) =>
    account(externalId, { persistentId, booked, mask: null })
  assert.deepEqual(recognised([lasting('a', 'p')], [lasting('b', 'p')]), [['a', 'b']])
  const rows = days('01', '02', '03')
  assert.deepEqual(recognised([lasting('a', 'p', rows)], [lasting('b', 'q', rows)]), [])
})

test('an account that a person has ruled out is never recognised', () => {
  const lost = account('a', { accountId: 'mine', persistentId: 'p' })
  const found = (otherThan: readonly string[]) => account('b', { otherThan, persistentId: 'p' })
  assert.deepEqual(recognised([lost], [found(['mine'])]), [])
  assert.deepEqual(recognised([lost], [found(['another'])]), [['a', 'b']])
})

test('an account with several candidates is not recognised', () => {
  assert.deepEqual(recognised([account('a')], [account('b'), account('c')]), [])
  assert.deepEqual(recognised([account('a'), account('b')], [account('c')]), [])
})

test('booked rows distinguish accounts with equal digits', () => {
  const other = days('11', '12', '13')
  assert.deepEqual(
    recognised(
      [account('a'), account('b', { booked: other })],
      [account('d', { booked: other }), account('c')],
    ),
    [
      ['a', 'c'],
      ['b', 'd'],
    ],
  )
})

const less = { mayListLess: true }
const one = account('a', { balance: 10_000 })
const few = (changes: Partial<Account>) =>
  account('b', { balance: 10_000, booked: days('03'), ...changes })

test('with mayListLess, fewer than three rows suffice when everything else agrees', () => {
  const same: Partial<Account>[] = [
    {},
    { booked: [] },
    { booked: days('02', '03') },
    { name: 'CHECKING' },
    { booked: days('03', '07'), balance: 9500 },
    { booked: days('07'), balance: 9500 },
  ]
  for (const changes of same) {
    assert.deepEqual(recognised([one], [few(changes)], less), [['a', 'b']], JSON.stringify(changes))
  }
})

test('with mayListLess, one difference is enough to reject', () => {
  const differences: Partial<Account>[] = [
    { name: 'Savings' },
    { mask: '9999' },
    { mask: null },
    { currency: 'USD' },
    { type: 'credit' },
    { institution: 'Sea Bank' },
    { balance: null },
    { balance: 10_001 },
    { booked: days('01') },
    { booked: [{ bookedOn: '2026-01-02', amount: -501 }, ...days('03')] },
    { booked: days('03', '07') },
  ]
  for (const changes of differences) {
    assert.deepEqual(recognised([one], [few(changes)], less), [], JSON.stringify(changes))
  }
})

test('without mayListLess, fewer than three rows are rejected', () => {
  assert.deepEqual(recognised([one], [few({})]), [])
})

test('with mayListLess, an empty account without rows is rejected', () => {
  const empty = account('a', { balance: 0 })
  assert.deepEqual(recognised([empty], [few({ balance: 0, booked: [] })], less), [])
})

test('with mayListLess, two candidates are rejected', () => {
  assert.deepEqual(recognised([one], [few({}), few({ externalId: 'c' })], less), [])
})
