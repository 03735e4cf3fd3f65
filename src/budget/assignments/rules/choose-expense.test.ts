// oxlint-disable max-lines -- tables of cases
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, type Day, toDay } from '#/core/values/day.ts'
import { chooseExpense, compareNames } from './choose-expense.ts'
import {
  type Candidate,
  type Choice,
  type Denial,
  evidenceOf,
  type Facts,
  type Paid,
  type Payment,
  type Stray,
} from './evidence.ts'

// Each payment with the outcome that a household would want, worked out by hand. All Expenses exist since the first of January 2026.

const bill = (
  id: string,
  target: number | null,
  ...[anchor, changes = {}]: readonly [string, Partial<Candidate>?]
) =>
  ({
    id,
    key: id,
    kind: 'bill',
    isCard: false,
    target,
    anchor: toDay(anchor),
    intervalMonths: 1,
    created: toDay('2026-01-01'),
    ...changes,
  }) satisfies Candidate

const rent = bill('rent', 90_000, '2026-02-01')
const phone = bill('phone', 2_500, '2026-01-10', { key: 'mobile' })
const tablet = bill('tablet', 1_200, '2026-01-20')
const insurance = bill('insurance', 41_200, '2026-03-14', { intervalMonths: 12 })
const power = bill('power', 7_400, '2026-01-09')
const visa = bill('visa', null, '2026-01-15', { isCard: true })
const food = bill('food', null, '2026-01-01', { kind: 'envelope', anchor: null })
const bike = bill('bike', 60_000, '2026-06-01', { kind: 'goal' })
const trip = bill('trip', 80_000, '2026-06-01', { kind: 'one_off', intervalMonths: null })
const expenses = [rent, phone, tablet, insurance, power, visa, food, bike, trip]

const payees = [
  { expenseId: 'rent', merchant: 'hausverwaltung', amount: 90_000 },
  { expenseId: 'phone', merchant: 'vodafone', amount: 2_500 },
  { expenseId: 'tablet', merchant: 'vodafone', amount: 1_200 },
  { expenseId: 'insurance', merchant: 'atalaya', amount: 41_200 },
  { expenseId: 'power', merchant: 'lumina', amount: 7_400 },
  { expenseId: 'visa', merchant: 'visa-card', amount: 36_238 },
]

let next = 0
/** `50.00 merchant on a day`, out unless the amount has a plus. */
const split = (text: string) => {
  const [amount, merchant, day] = text.split(' ')
  const cents = Math.round(Number(amount) * 100)
  return {
    amount: amount!.startsWith('+') ? cents : -cents,
    merchant: merchant!,
    booked: toDay(day!),
  }
}
const paid = (expenseId: string, text: string): Paid => ({
  id: `paid ${(next += 1)}`,
  accountId: 'checking',
  expenseId,
  ...split(text),
})
const chosen = (expenseId: string | null, text: string): Choice => ({ expenseId, ...split(text) })
const denied = (expenseId: string, text: string): Denial => ({ expenseId, ...split(text) })
const monthly = (expenseId: string, text: string, months: number): Paid[] =>
  Array.from({ length: months }, (_, index) => {
    const first = paid(expenseId, text)
    return { ...first, booked: addMonths(first.booked, index) }
  })

type Given = Partial<Omit<Facts, 'expenses'>> &
  Partial<Omit<Payment, 'merchant' | 'amount' | 'booked'>>

/** `rent sure proposal`, `rent? amount`, or `free`; a changed price is `90000>100800`. */
function judged(text: string, given: Given = {}): string {
  const payment: Payment = {
    id: 'new',
    accountId: 'checking',
    type: split(text).amount < 0 ? 'expense' : 'income',
    isRecorded: false,
    rule: null,
    ...given,
    ...split(text),
  }
  const facts: Facts = {
    expenses,
    payees,
    choices: [],
    denials: [],
    paid: [],
    strays: [],
    ...given,
  }
  const found = chooseExpense(payment, evidenceOf(facts))
  if (!found) return 'free'
  const { expenseId, isSure, why } = found
  return [
    `${expenseId}${isSure ? '' : '?'}`,
    why.by === 'choices' ? `choices ${why.count}` : why.by,
    ...(why.changed_price ? [`${why.changed_price.from}>${why.changed_price.to}`] : []),
  ].join(' ')
}

type Case = readonly [what: string, payment: string, expected: string, given?: Given]

const stray = (merchant: string, day: string, amount = -4_321): Stray => ({
  id: 'stray',
  merchant,
  amount,
  booked: toDay(day),
  expenseId: null,
})

const bills: readonly Case[] = [
  ['the payee of a proposal, on its day', '900 hausverwaltung 2026-02-01', 'rent proposal'],
  ['the name of the Expense', '900 rent 2026-02-01', 'rent name'],
  ['ten days early', '900 hausverwaltung 2026-01-22', 'rent proposal'],
  ['ten days late', '900 hausverwaltung 2026-02-11', 'rent proposal'],
  ['between two due dates', '900 hausverwaltung 2026-02-15', 'rent? proposal'],
  ['a yearly bill three weeks late', '412 atalaya 2026-04-04', 'insurance proposal'],
  ['a raise of 12 %', '1008 hausverwaltung 2026-02-01', 'rent proposal 90000>100800'],
  [
    'a raise after a year at the same price',
    '1008 hausverwaltung 2027-02-01',
    'rent proposal 90000>100800',
    { paid: monthly('rent', '900 hausverwaltung 2026-02-01', 12) },
  ],
  [
    'the raised price, the next month',
    '1008 hausverwaltung 2027-03-01',
    'rent proposal',
    {
      paid: [
        ...monthly('rent', '900 hausverwaltung 2026-02-01', 12),
        paid('rent', '1008 hausverwaltung 2027-02-01'),
      ],
    },
  ],
  [
    'half as much again of a payee that is paid for nothing else',
    '110 lumina 2026-01-09',
    'power proposal 7400>11000',
  ],
  [
    'half as much again of a payee that is paid for other things',
    '110 lumina 2026-01-09',
    'power? proposal 7400>11000',
    { strays: [stray('lumina', '2026-01-05')] },
  ],
  [
    'half as much again while nobody has looked',
    '110 lumina 2026-01-09',
    'power? proposal 7400>11000',
    { strays: null },
  ],
  [
    'a winter within what the utility cost before',
    '105 lumina 2026-07-09',
    'power proposal 7400>10500',
    {
      paid: [
        paid('power', '110 lumina 2026-01-09'),
        ...monthly('power', '74 lumina 2026-02-09', 5),
      ],
    },
  ],
  [
    'ten times the amount of a payee that is paid for nothing else',
    '740 lumina 2026-01-09',
    'power? proposal 7400>74000',
  ],
  [
    'the price at a shop, from an account that has never paid the bill',
    '25 vodafone 2026-04-05',
    'phone? proposal',
    {
      accountId: 'card',
      paid: monthly('phone', '25 vodafone 2026-01-05', 3),
      strays: [stray('vodafone', '2026-03-20')],
    },
  ],
  [
    'the price from another account, of a payee that sells nothing else',
    '25 vodafone 2026-04-05',
    'phone proposal',
    { accountId: 'card', paid: monthly('phone', '25 vodafone 2026-01-05', 3) },
  ],
  [
    'another amount of a payee that is paid for other things',
    '4.99 vodafone 2026-01-10',
    'free',
    { strays: [stray('vodafone', '2026-01-05')] },
  ],
  [
    'a second payment for the same due date',
    '900 hausverwaltung 2026-02-03',
    'rent? proposal',
    { paid: [paid('rent', '900 hausverwaltung 2026-02-01')] },
  ],
  ['a part in the due window', '400 hausverwaltung 2026-02-01', 'rent? proposal'],
  [
    'the rest of a part',
    '500 hausverwaltung 2026-02-03',
    'rent proposal',
    { paid: [paid('rent', '400 hausverwaltung 2026-02-01')] },
  ],
  [
    'another part that does not complete it',
    '300 hausverwaltung 2026-02-03',
    'rent? proposal',
    { paid: [paid('rent', '400 hausverwaltung 2026-02-01')] },
  ],
  [
    'the next month after a part and its rest',
    '900 hausverwaltung 2026-03-01',
    'rent proposal',
    {
      paid: [
        paid('rent', '400 hausverwaltung 2026-02-01'),
        paid('rent', '500 hausverwaltung 2026-02-03'),
      ],
    },
  ],
  [
    'paid again after a refund',
    '900 hausverwaltung 2026-02-05',
    'rent proposal',
    {
      paid: [
        paid('rent', '900 hausverwaltung 2026-02-01'),
        paid('rent', '+900 hausverwaltung 2026-02-03'),
      ],
    },
  ],
  [
    'one choice of a person for the merchant',
    '900 alice 2026-03-01',
    'rent choices 1',
    {
      choices: [chosen('rent', '900 alice 2026-02-01')],
      paid: [paid('rent', '900 alice 2026-02-01')],
    },
  ],
  [
    'a due date that the bank never keeps, after two payments on another day',
    '900 alice 2026-04-16',
    'rent choices 2',
    {
      choices: [chosen('rent', '900 alice 2026-02-16'), chosen('rent', '900 alice 2026-03-16')],
      paid: monthly('rent', '900 alice 2026-02-16', 2),
    },
  ],
  ['two bills of one payee, by amount', '12 vodafone 2026-01-15', 'tablet proposal'],
  ['two bills of one payee, the other', '25 vodafone 2026-01-15', 'phone proposal'],
  [
    'a double charge of one of two bills is not a price rise of the other',
    '25 vodafone 2026-01-12',
    'phone? proposal',
    { paid: [paid('phone', '25 vodafone 2026-01-10'), paid('tablet', '21 vodafone 2025-12-20')] },
  ],
  ['before the Expense was made', '900 hausverwaltung 2025-12-01', 'free'],
  [
    'a few days before it was made, for a due date before it',
    '900 hausverwaltung 2025-12-30',
    'rent? proposal',
  ],
  [
    'after it was made, for a due date before the first',
    '900 hausverwaltung 2026-01-04',
    'rent? proposal',
  ],
  [
    'a card that an account is not linked to, with any amount',
    '512.40 visa-card 2026-01-15',
    'visa proposal',
    { type: 'transfer' },
  ],
  ['a transfer by its name alone', '900 rent 2026-02-01', 'free', { type: 'transfer' }],
  ['money that comes from the payee', '+900 hausverwaltung 2026-02-01', 'free'],
]

const unknown: readonly Case[] = [
  ['the amount near the due date', '900 alice 2026-01-30', 'rent? amount', { payees: [] }],
  ['the amount far from the due date', '900 alice 2026-02-16', 'free', { payees: [] }],
  ['the amount of a bill whose payee is known', '900 alice 2026-01-30', 'free'],
  ['an amount that nearly fits', '899 alice 2026-01-30', 'free', { payees: [] }],
  [
    'a name that is part of the merchant’s, with the amount',
    '900 rent-office 2026-02-01',
    'rent name',
  ],
  [
    'a name that is part of the merchant’s, with another amount',
    '850 rent-office 2026-02-01',
    'rent? name 90000>85000',
  ],
  [
    'a name that is part of the merchant’s, far from the amount',
    '45 rent-a-bike 2026-02-01',
    'free',
  ],
  ['an unknown merchant and amount', '31.20 kiosk 2026-02-01', 'free'],
  ['nothing', '0 hausverwaltung 2026-02-01', 'free'],
]

const choices = (...texts: (string | null)[]) =>
  texts.map((expenseId, index) => ({
    ...chosen(expenseId, '50 market 2026-03-01'),
    booked: addDays(toDay('2026-03-01'), -index),
  }))

const envelopes: readonly Case[] = [
  [
    'the last three choices agree',
    '71 market 2026-04-01',
    'food choices 3',
    { choices: choices('food', 'food', 'food') },
  ],
  ['one choice', '71 market 2026-04-01', 'food? choices 1', { choices: choices('food') }],
  ['two choices', '71 market 2026-04-01', 'food? choices 2', { choices: choices('food', 'food') }],
  [
    'two of three',
    '71 market 2026-04-01',
    'bike? choices 1',
    { choices: choices('bike', 'food', 'food') },
  ],
  [
    'one that a person cleared, with another amount',
    '171 market 2026-04-01',
    'food? choices 2',
    { choices: choices(null, 'food', 'food', 'food') },
  ],
  [
    'one that a person cleared, with a similar amount',
    '55 market 2026-04-01',
    'free',
    { choices: choices(null, 'food', 'food', 'food') },
  ],
  [
    'an earlier one that a person cleared',
    '55 market 2026-04-01',
    'food? choices 1',
    { choices: choices('food', null) },
  ],
  [
    'choices for a bill of the same merchant do not count',
    '71 market 2026-04-01',
    'food choices 3',
    { choices: [chosen('phone', '25 market 2026-03-10'), ...choices('food', 'food', 'food')] },
  ],
  [
    'a goal',
    '300 shop 2026-04-01',
    'bike choices 3',
    { choices: ['01', '02', '03'].map((day) => chosen('bike', `20 shop 2026-03-${day}`)) },
  ],
  [
    'a single date',
    '300 shop 2026-04-01',
    'trip? choices 1',
    { choices: [chosen('trip', '20 shop 2026-03-01')] },
  ],
  ['the merchant of an envelope’s name', '71 food 2026-04-01', 'food? name'],
  [
    'money from a merchant whose payments are chosen',
    '+71 market 2026-04-01',
    'free',
    { choices: choices('food', 'food', 'food') },
  ],
]

const decided: readonly Case[] = [
  [
    'a rule of people',
    '5 anything 2026-07-07',
    'bike rule',
    { rule: { id: 'r', expenseId: 'bike' } },
  ],
  [
    'a rule before everything else',
    '900 hausverwaltung 2026-02-01',
    'bike rule',
    { rule: { id: 'r', expenseId: 'bike' } },
  ],
  [
    'a rule whose Expense is archived',
    '900 hausverwaltung 2026-02-01',
    'rent proposal',
    { rule: { id: 'r', expenseId: 'gone' } },
  ],
  [
    'a bill that a person cleared',
    '900 hausverwaltung 2026-03-01',
    'free',
    { choices: [chosen(null, '900 hausverwaltung 2026-02-01')] },
  ],
  [
    'a bill that a person cleared, at another price',
    '1200 hausverwaltung 2026-03-01',
    'rent proposal 90000>120000',
    { choices: [chosen(null, '900 hausverwaltung 2026-02-01')] },
  ],
  [
    'a bill that a person cleared and assigned again',
    '900 hausverwaltung 2026-04-01',
    'rent choices 1',
    {
      choices: [
        chosen('rent', '900 hausverwaltung 2026-03-01'),
        chosen(null, '900 hausverwaltung 2026-02-01'),
      ],
      paid: [paid('rent', '900 hausverwaltung 2026-03-01')],
    },
  ],
  [
    'a suggestion that a person dismissed',
    '400 hausverwaltung 2026-03-01',
    'free',
    { denials: [denied('rent', '410 hausverwaltung 2026-02-01')] },
  ],
  [
    'another Expense than the dismissed one',
    '25 vodafone 2026-02-10',
    'phone proposal',
    { denials: [denied('tablet', '25 vodafone 2026-01-10')] },
  ],
]

const bought = { strays: [stray('vodafone', '2026-01-05')] }
const shops: readonly Case[] = [
  ['the price to the cent', '25 vodafone 2026-01-10', 'phone proposal', bought],
  ['an amount near the price', '24.60 vodafone 2026-01-10', 'phone? proposal', bought],
  [
    'an amount near the price when the bill is paid',
    '24.60 vodafone 2026-01-15',
    'free',
    { ...bought, paid: [paid('phone', '25 vodafone 2026-01-10')] },
  ],
  [
    'the price after a person kept another amount out of the bill',
    '25 vodafone 2026-02-10',
    'phone proposal',
    { ...bought, choices: [chosen(null, '24.10 vodafone 2026-01-20')] },
  ],
  [
    'the price after a person dismissed a second charge',
    '25 vodafone 2026-02-10',
    'phone proposal',
    {
      ...bought,
      paid: [paid('phone', '25 vodafone 2026-01-10')],
      denials: [denied('phone', '25 vodafone 2026-01-11')],
    },
  ],
  [
    'the price after a person said that nothing of it is the bill',
    '25 vodafone 2026-02-10',
    'free',
    { ...bought, denials: [denied('phone', '25 vodafone 2026-01-11')] },
  ],
]

const refunds: readonly Case[] = [
  [
    'a refund where a second charge was paid from free-to-spend',
    '+900 hausverwaltung 2026-02-09',
    'rent? refund',
    {
      paid: [paid('rent', '900 hausverwaltung 2026-02-01')],
      strays: [stray('hausverwaltung', '2026-02-03', -90_000)],
    },
  ],
  [
    'a refund of a part where a purchase was paid from free-to-spend',
    '+5 vodafone 2026-02-09',
    'free',
    { ...bought, paid: [paid('phone', '25 vodafone 2026-02-01')] },
  ],
  [
    'a refund of the whole',
    '+50 market 2026-03-20',
    'food refund',
    { paid: [paid('food', '50 market 2026-03-01')] },
  ],
  [
    'a refund of a part',
    '+20 market 2026-03-20',
    'food? refund',
    { paid: [paid('food', '50 market 2026-03-01')] },
  ],
  [
    'a refund after a quarter',
    '+50 market 2026-06-20',
    'free',
    { paid: [paid('food', '50 market 2026-03-01')] },
  ],
  ['a refund of a payment from free-to-spend', '+50 market 2026-03-20', 'free'],
  [
    'a second refund of one payment',
    '+50 market 2026-03-22',
    'free',
    { paid: [paid('food', '50 market 2026-03-01'), paid('food', '+50 market 2026-03-20')] },
  ],
  [
    'a refund before its payment',
    '+50 market 2026-02-20',
    'free',
    { paid: [paid('food', '50 market 2026-03-01')] },
  ],
  [
    'a refund of a bill',
    '+900 hausverwaltung 2026-02-03',
    'rent refund',
    { paid: [paid('rent', '900 hausverwaltung 2026-02-01')] },
  ],
  [
    'a refund that a person cleared',
    '+50 market 2026-03-22',
    'free',
    {
      paid: [paid('food', '50 market 2026-03-01')],
      choices: [chosen(null, '+50 market 2026-03-02')],
    },
  ],
]

const recorded: readonly Case[] = [
  ['a program’s payment with a name', '900 rent 2026-02-01', 'free'],
  ['a program’s payment with an amount', '900 alice 2026-02-01', 'free', { payees: [] }],
  [
    'a program’s payment to the payee of a proposal',
    '900 hausverwaltung 2026-02-01',
    'rent proposal',
  ],
  [
    'a program’s payment by a rule',
    '5 anything 2026-02-01',
    'bike rule',
    { rule: { id: 'r', expenseId: 'bike' } },
  ],
  [
    'a program’s payment by three choices',
    '5 market 2026-04-01',
    'food choices 3',
    { choices: choices('food', 'food', 'food') },
  ],
]

const tables: Readonly<Record<string, readonly Case[]>> = {
  'a bill is paid by its payee, within an amount and around its due date': bills,
  'an unknown payee is suggested at most': unknown,
  'an envelope, a goal and a single date follow the last three choices of people': envelopes,
  'rules of people decide, and a wrong guess is not made again': decided,
  'the price separates a bill from purchases at the same shop': shops,
  'a refund goes back to the Expense of its payment': refunds,
  'names and amounts do not touch what programs record': recorded.map(
    ([what, payment, expected, given]) =>
      [what, payment, expected, { ...given, isRecorded: true }] as const,
  ),
}

for (const [name, cases] of Object.entries(tables)) {
  test(name, () => {
    for (const [what, payment, expected, given] of cases) {
      assert.equal(judged(payment, given), expected, `${what}: ${payment}`)
    }
  })
}

test('names are compared word by word', () => {
  const compare = (some: string, other: string) => compareNames(some, other)
  assert.equal(compare('lumina-energia', 'energia-lumina'), 'same')
  assert.equal(compare('netflix-com', 'netflix'), 'part')
  assert.equal(compare('rent', 'rental'), null)
  assert.equal(compare('tv', 'tv-shop'), null)
})

test('a payment that has found its Expense counts for the next', () => {
  const facts: Facts = { expenses, payees, choices: [], denials: [], paid: [], strays: [] }
  const evidence = evidenceOf(facts)
  const pay = (id: string, booked: Day) => {
    const one = { id, accountId: 'a', merchant: 'hausverwaltung', amount: -90_000, booked }
    const found = chooseExpense(
      { ...one, type: 'expense', isRecorded: false, rule: null },
      evidence,
    )
    if (found?.isSure) evidence.add({ ...one, expenseId: found.expenseId })
    return found?.isSure
  }
  const days = ['2026-02-01', '2026-02-02', '2026-03-01'].map(toDay)
  assert.deepEqual(
    days.map((day, index) => pay(String(index), day)),
    [true, false, true],
  )
})
