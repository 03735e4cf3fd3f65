import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch } from '#/budget/transactions/searching/grammar.ts'
import { filtersOf, readFilters, searchFor } from './filters.ts'

const id = '0190b5a8-1f3e-7c00-8000-000000000001'

test('valid filters of an address are kept', () => {
  const address = {
    search: 'tea',
    type: 'expense',
    account_id: id,
    without_category: 'true',
    from: '2026-01-01',
    open: id,
  }
  assert.deepEqual(readFilters(address), address)
})

test('invalid filters of an address are ignored', () => {
  assert.deepEqual(
    readFilters({ search: '', type: 'all', account_id: 'x', to: 'today', page: '3', new: 'yes' }),
    {},
  )
})

test('a name in a link is searched as its text with all its signs', () => {
  assert.equal(searchFor('Tea House 2'), 'Tea House 2')
  for (const name of ['Re:Store', '#1 Deli', '-50 % Outlet', '>Forward', 'The "Shop"']) {
    const { terms, faults } = readSearch(searchFor(name))
    assert.deepEqual(faults, [])
    assert.deepEqual(terms, [{ by: 'phrase', text: name.replaceAll('"', ''), not: false }])
  }
})

test('equal filters are requested equally, in any order of the address', () => {
  const one = filtersOf({ to: '2026-02-01', search: 'tea', open: id })
  const other = filtersOf({ search: 'tea', new: '1', to: '2026-02-01' })
  assert.equal(JSON.stringify(one), JSON.stringify(other))
})
