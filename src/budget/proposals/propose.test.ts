import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, type Day, toDay } from '#/core/values/day.ts'
import { collectedByNow, type Habit, proposeBills, proposePaydays } from './propose.ts'
import { isDismissed, type Planned, unplannedPaydays } from './unplanned.ts'

/** A Sunday. */
const today = toDay('2026-11-22')

function habit(...payments: readonly (readonly [day: string, amount: number])[]): Habit {
  return {
    name: 'Nimbus',
    payments: payments.map(([day, amount]) => ({ day: toDay(day), amount })),
  }
}

/** The same amount on each of the days. */
const each = (amount: number, ...days: readonly string[]) =>
  habit(...days.map((day) => [day, amount] as const))

const weeks = (from: string, step: number, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(toDay(from), index * step))

const months = (from: string, step: number, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addMonths(toDay(from), index * step))

const paydays: readonly [string, Habit, string | null][] = [
  ['weekly', each(42_000, ...weeks('2026-10-23', 7, 5)), 'weekly 2026-11-27 42000'],
  [
    'every second Friday, once on the Thursday before a holiday',
    each(
      184_000,
      '2026-08-28',
      '2026-09-11',
      '2026-09-25',
      '2026-10-08',
      '2026-10-23',
      '2026-11-06',
      '2026-11-20',
    ),
    'biweekly 2026-12-04 184000',
  ],
  [
    'on the 15th and the last day, before weekends',
    each(
      112_000,
      '2026-07-15',
      '2026-07-31',
      '2026-08-14',
      '2026-08-31',
      '2026-09-15',
      '2026-09-30',
      '2026-10-15',
      '2026-10-30',
      '2026-11-13',
    ),
    'semimonthly 15+31 before 2026-11-30 112000',
  ],
  [
    'monthly, on the Monday after a weekend',
    each(210_000, '2026-06-29', '2026-07-28', '2026-08-28', '2026-09-28', '2026-10-28'),
    'monthly 28 after 2026-11-30 210000',
  ],
  [
    'monthly, a second pay in summer, amounts differing a little',
    habit(
      ['2026-06-26', 200_100],
      ['2026-07-10', 205_000],
      ['2026-07-27', 198_700],
      ['2026-08-27', 199_300],
      ['2026-09-25', 202_200],
      ['2026-10-27', 200_500],
    ),
    'monthly 27 before 2026-11-27 200100 varies',
  ],
  ['pay that has stopped', each(184_000, ...weeks('2026-06-05', 14, 8)), null],
  ['three deposits a week apart', each(42_000, ...weeks('2026-11-06', 7, 3)), null],
  ['two months', each(210_000, '2026-09-28', '2026-10-28'), null],
  [
    'whenever',
    each(5_000, '2026-08-03', '2026-08-21', '2026-10-02', '2026-10-09', '2026-11-19'),
    null,
  ],
  [
    'amounts that differ too much',
    habit(['2026-08-28', 1_000], ['2026-09-28', 90_000], ['2026-10-28', 12_000]),
    null,
  ],
]

test('paydays are proposed only from regular deposits', () => {
  for (const [name, deposits, expected] of paydays) {
    const [found] = proposePaydays([deposits], today)
    const shown =
      found &&
      [
        found.frequency,
        ...(found.days.length > 0 ? [found.days.join('+'), found.weekend] : []),
        found.next,
        found.amount,
        ...(found.varies ? ['varies'] : []),
      ].join(' ')
    assert.equal(shown ?? null, expected, name)
  }
})

const bills: readonly [string, Habit, readonly string[]][] = [
  ['monthly', each(98_000, ...months('2026-04-01', 1, 8)), ['1 2026-12-01 98000']],
  [
    'monthly, on changing days, with changing amounts',
    habit(
      ['2026-06-08', 5_200],
      ['2026-07-10', 6_900],
      ['2026-08-07', 8_100],
      ['2026-09-08', 6_100],
      ['2026-10-09', 6_800],
      ['2026-11-08', 7_400],
    ),
    ['1 2026-12-08 8100 varies'],
  ],
  [
    'monthly, with a higher price since September',
    habit(
      ['2026-06-17', 999],
      ['2026-07-17', 999],
      ['2026-08-17', 999],
      ['2026-09-17', 1_299],
      ['2026-10-17', 1_299],
    ),
    ['1 2026-12-17 1299'],
  ],
  [
    'on the last day of the month',
    each(3_000, '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'),
    ['1 2026-11-30 3000'],
  ],
  ['quarterly', each(4_600, ...months('2026-02-18', 3, 4)), ['3 2027-02-18 4600']],
  ['twice a year', each(30_000, '2025-10-10', '2026-04-10', '2026-10-12'), ['6 2027-04-10 30000']],
  ['yearly', each(41_200, '2025-03-14', '2026-03-16'), ['12 2027-03-14 41200']],
  [
    'paid early this time: not due again in three days',
    each(3_990, '2026-08-25', '2026-09-25', '2026-10-25', '2026-11-22'),
    ['1 2026-12-25 3990'],
  ],
  [
    'two policies of one insurer',
    habit(
      ['2025-03-14', 41_200],
      ['2025-10-03', 18_600],
      ['2026-03-14', 41_200],
      ['2026-10-03', 18_600],
    ),
    ['12 2027-03-14 41200', '12 2027-10-03 18600'],
  ],
  [
    'a shop that is visited occasionally',
    each(4_000, '2026-09-02', '2026-09-09', '2026-09-30', '2026-10-21', '2026-11-03', '2026-11-20'),
    [],
  ],
  [
    'a shop that is visited each week',
    habit(...weeks('2026-08-01', 7, 16).map((day, index) => [day, 3_100 + index * 87] as const)),
    [],
  ],
  [
    'each Saturday, at a higher price since October',
    habit(
      ...weeks('2026-08-01', 7, 16).map(
        (day) => [day, day < '2026-10-01' ? 4_000 : 4_500] as const,
      ),
    ),
    ['7d 2026-11-28 4500'],
  ],
  ['every second Monday', each(9_000, ...weeks('2026-08-03', 14, 8)), ['14d 2026-11-23 9000']],
  ['every four weeks', each(2_500, ...weeks('2026-04-02', 28, 9)), ['28d 2026-12-10 2500']],
  ['every two months', each(5_130, ...months('2026-01-20', 2, 6)), ['2 2027-01-20 5130']],
  ['a subscription that was cancelled in August', each(999, ...months('2025-12-17', 1, 9)), []],
  ['two payments', each(999, '2026-09-17', '2026-10-17'), []],
  ['one', each(41_200, '2026-03-14'), []],
  [
    'two visits a year apart that cost differently',
    habit(['2025-08-02', 9_000], ['2026-08-05', 3_000]),
    [],
  ],
]

test('bills are proposed only from regular payments', () => {
  for (const [name, payments, expected] of bills) {
    const shown = proposeBills([payments], today).map(
      ({ intervalMonths, intervalDays, due, amount, varies }) =>
        [intervalMonths ?? `${intervalDays}d`, due, amount, ...(varies ? ['varies'] : [])].join(
          ' ',
        ),
    )
    assert.deepEqual(shown, expected, name)
  }
})

test('interest is not pay besides a salary, and the largest pay comes first', () => {
  const salary = each(210_000, ...months('2026-06-26', 1, 5))
  const side = { ...each(30_000, ...weeks('2026-10-23', 7, 5)), name: 'Side work' }
  const interest = { ...each(120, ...months('2026-06-30', 1, 5)), name: 'Interest' }
  const found = proposePaydays([interest, side, salary], today)
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Nimbus', 'Side work'],
  )
})

test('the collected amount grows with time, and is full if no payday comes before the due date', () => {
  const bill = {
    name: 'Rent',
    amount: 90_001,
    varies: false,
    intervalMonths: 1,
    intervalDays: null,
    due: toDay('2026-12-01'),
  } as const
  // 21 of the 30 days since 1 November have passed.
  assert.equal(collectedByNow(bill, { today, payday: null }), 63_000)
  assert.equal(collectedByNow(bill, { today, payday: toDay('2026-11-27') }), 63_000)
  assert.equal(collectedByNow(bill, { today, payday: toDay('2026-12-04') }), 90_001)
  const later = { ...bill, due: toDay('2027-01-05') }
  assert.equal(collectedByNow(later, { today, payday: toDay('2026-12-04') }), 0)
})

const monthly = (name: string, anchor: string): Planned => {
  const day = toDay(anchor)
  return {
    name,
    frequency: 'monthly',
    days: [Number(anchor.slice(8))],
    anchor: day,
    weekend: 'none',
  }
}

test('a schedule covers the pay of its name, or else the largest of its frequency and days', () => {
  const earner = (name: string, amount: number, day: string) => ({
    ...each(amount, ...months(day, 1, 6)),
    name,
  })
  const found = proposePaydays(
    [
      earner('Nimbus', 210_000, '2026-06-28'),
      earner('Stratus', 180_000, '2026-06-28'),
      earner('Cirrus', 90_000, '2026-06-10'),
    ],
    today,
  )
  const cases: readonly [Planned[], string][] = [
    [[], 'Nimbus Stratus Cirrus'],
    [[monthly('Pay', '2026-06-28')], 'Stratus Cirrus'],
    [[monthly('Pay', '2026-12-30')], 'Stratus Cirrus'],
    [[monthly('STRATUS', '2026-12-20')], 'Nimbus Cirrus'],
    [[monthly('Pay', '2026-12-28'), monthly('nimbus', '2026-12-01')], 'Cirrus'],
    [[monthly('Rent from Bo', '2026-12-20')], 'Nimbus Stratus Cirrus'],
    [[{ ...monthly('Pay', '2026-11-28'), frequency: 'weekly', days: [] }], 'Nimbus Stratus Cirrus'],
  ]
  for (const [schedules, expected] of cases) {
    const left = unplannedPaydays(found, schedules).map(({ name }) => name)
    assert.equal(left.join(' '), expected, JSON.stringify(schedules))
  }
})

test('a dismissed proposal stays hidden until its price changes', () => {
  const dismissed = [{ payee: 'cafe gas', amount: 1_000 }]
  const isGone = (name: string, amount: number) => isDismissed({ name, amount }, dismissed)
  assert.deepEqual(
    [isGone('Café GAS', 1_000), isGone('Café Gas', 1_250), isGone('Café Gas', 800)],
    [true, true, true],
  )
  assert.deepEqual(
    [isGone('Café Gas', 1_251), isGone('Café Gas', 799), isGone('Gas', 1_000)],
    [false, false, false],
  )
})
