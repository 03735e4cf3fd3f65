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

test('an account has come back where the digits and three booked rows agree', () => {
  assert.deepEqual(recognised([account('a')], [account('b')]), [['a', 'b']])
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
  for (const changes of others) {
    assert.deepEqual(
      recognised([account('a')], [account('b', changes)]),
      [],
      JSON.stringify(changes),
    )
  }
  assert.deepEqual(
    recognised([account('a')], [account('b', { institution: 'RIVER  bank' })]),
    [['a', 'b']],
    'a bank is called the same whatever the case',
  )
  assert.deepEqual(
    recognised([account('a', { mask: null })], [account('a', { mask: null })]),
    [['a', 'a']],
    'an id that stays says as much as the digits',
  )
})

test('the provider’s own lasting id needs no rows, and another one is another account', () => {
  const lasting = (externalId: string, persistentId: string, booked: readonly Booked[] = []) =>
    account(externalId, { persistentId, booked, mask: null })
  assert.deepEqual(recognised([lasting('a', 'p')], [lasting('b', 'p')]), [['a', 'b']])
  const rows = days('01', '02', '03')
  assert.deepEqual(recognised([lasting('a', 'p', rows)], [lasting('b', 'q', rows)]), [])
})

test('what a person has told apart is not taken for the same, whatever it says of itself', () => {
  const lost = account('a', { accountId: 'mine', persistentId: 'p' })
  const found = (otherThan: readonly string[]) => account('b', { otherThan, persistentId: 'p' })
  assert.deepEqual(recognised([lost], [found(['mine'])]), [])
  assert.deepEqual(recognised([lost], [found(['another'])]), [['a', 'b']])
})

test('where several could be meant none is taken', () => {
  assert.deepEqual(recognised([account('a')], [account('b'), account('c')]), [])
  assert.deepEqual(recognised([account('a'), account('b')], [account('c')]), [])
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
    'rows tell apart what digits do not',
  )
})

test('a login that lists fewer than three rows is believed where all the rest agrees', () => {
  const less = { mayListLess: true }
  const one = account('a', { balance: 10_000 })
  const few = (changes: Partial<Account>) =>
    account('b', { balance: 10_000, booked: days('03'), ...changes })
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
  const others: Partial<Account>[] = [
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
  for (const changes of others) {
    assert.deepEqual(recognised([one], [few(changes)], less), [], JSON.stringify(changes))
  }
  assert.deepEqual(recognised([one], [few({})]), [], 'where all rows are listed, few are few')
  const empty = account('a', { balance: 0 })
  assert.deepEqual(
    recognised([empty], [few({ balance: 0, booked: [] })], less),
    [],
    'nothing is no proof',
  )
  assert.deepEqual(
    recognised([one], [few({}), few({ externalId: 'c' })], less),
    [],
    'either may be it',
  )
})
