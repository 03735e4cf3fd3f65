import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, toDay } from '#/core/values/day.ts'
import { columnsOf, comparedAt, layersOf, type Months, sumAt } from './months.ts'

/** Months of which the last `shown` are the period; the n-th one has n cents in each category. */
function given(shown: number, categories = 2, more: Partial<Months> = {}): Months {
  const months = Array.from({ length: shown + 12 }, (_, index) => {
    return addMonths(toDay('2026-11-01'), index + 1 - shown - 12)
  })
  const series = (times: number) => months.map((_, index) => index * times)
  return {
    currency: 'EUR',
    currencies: ['EUR'],
    today: '2026-11-20',
    from: months[12]!,
    to: '2026-11-20',
    first_day: months[0]!,
    months,
    shown_from: 12,
    income: series(9),
    spent: series(3),
    refunded: series(0),
    transfers: series(0),
    count: series(1),
    categories: Array.from({ length: categories }, (_, index) => ({
      category_id: index === 0 ? null : `c${index}`,
      income: series(0),
      spent: series(index + 1),
      refunded: series(0),
    })),
    ...more,
  }
}

test('each month is a column with the same month of last year, as far as that is known', () => {
  const data = given(3, 2, { first_day: '2025-10-15', from: '2026-09-10' })
  const columns = columnsOf(data)
  assert.deepEqual(
    columns.map(({ from, to }) => [from, to]),
    [
      ['2026-09-10', '2026-09-30'],
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-11-20'],
    ],
  )
  assert.deepEqual(
    columns.map(({ before }) => before),
    [[], [], [2]],
  )
})

test('many months are drawn as years, and every month is in one', () => {
  const data = given(40)
  const columns = columnsOf(data)
  assert.deepEqual(
    columns.map(({ key, months }) => [key, months.length]),
    [
      ['2023', 5],
      ['2024', 12],
      ['2025', 12],
      ['2026', 11],
    ],
  )
  const total = columns.reduce((sum, { months }) => sum + sumAt(data.spent, months), 0)
  assert.equal(total, sumAt(data.spent, data.months.map((_, index) => index).slice(12)))
})

test('small categories share a band, and no cent is lost', () => {
  const data = given(12, 12)
  const layers = layersOf(data)
  assert.deepEqual([layers.length, layers.at(-1)!.isRest, layers[0]!.id], [8, true, 'c11'])
  for (const index of [12, 17, 23]) {
    const all = data.categories.reduce((sum, { spent }) => sum + spent[index]!, 0)
    assert.equal(
      layers.reduce((sum, { spent }) => sum + spent[index]!, 0),
      all,
    )
  }
})

test('a category is compared with the mean of the months before, of those that are known', () => {
  const data = given(12)
  const [first] = comparedAt(data, 20)
  // (17 + 18 + 19) ÷ 3 and (8 + … + 19) ÷ 12, twice.
  assert.deepEqual(first, { id: 'c1', spent: 40, mean3: 36, mean12: 27 })
  const young = given(12, 1, { first_day: '2026-08-05' })
  assert.deepEqual(comparedAt(young, 23), [{ id: null, spent: 23, mean3: 21, mean12: 21 }])
  assert.equal(comparedAt(young, 20)[0]?.mean3, null)
  const late = given(12, 1, { first_day: '2026-08-20' })
  assert.deepEqual(comparedAt(late, 23), [{ id: null, spent: 23, mean3: 22, mean12: 22 }])
  const all = given(4, 1, { first_day: '2026-08-05', from: '2026-08-05' })
  assert.equal(comparedAt(all, 15)[0]?.mean3, 13)
})

test('a month that the period cuts is left out of means', () => {
  const cut = given(3, 1, { from: '2026-09-10' })
  // (10 + 11) ÷ 2 and (1 + … + 11) ÷ 11: the month with 12 is cut.
  assert.deepEqual(comparedAt(cut, 13), [{ id: null, spent: 13, mean3: 11, mean12: 6 }])
})
