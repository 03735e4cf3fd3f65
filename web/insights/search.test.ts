import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOfSearch } from './period.ts'
import { readInsightsSearch } from './search.ts'

test('an address that makes no sense is read as far as it does', () => {
  assert.deepEqual(readInsightsSearch({ range: '9y', currency: 'euro', from: '2026-02-30' }), {})
  assert.deepEqual(readInsightsSearch({ from: '2026-02-01', to: '2026-01-01', range: '6m' }), {
    range: '6m',
  })
  assert.deepEqual(readInsightsSearch({ from: '2026-01-05', to: '2026-02-01', range: '6m' }), {
    from: '2026-01-05',
    to: '2026-02-01',
  })
})

test('a range is so many months of the household, the present one included', () => {
  const usual = { week_starts_on: 'monday', month_starts_on_day: 1 } as const
  const paid = { ...usual, month_starts_on_day: 25 } as const
  assert.deepEqual(boundsOfSearch({}, '2026-11-20', usual), { from: '2025-12-01' })
  assert.deepEqual(boundsOfSearch({ range: '3m' }, '2026-11-20', usual), { from: '2026-09-01' })
  assert.deepEqual(boundsOfSearch({ range: '6m' }, '2026-11-20', paid), { from: '2026-05-25' })
  assert.deepEqual(boundsOfSearch({ range: 'all' }, '2026-11-20', usual), {})
  const own = { from: '2026-01-05', to: '2026-02-01' }
  assert.deepEqual(boundsOfSearch(own, '2026-11-20', usual), own)
})
