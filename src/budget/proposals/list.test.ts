import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { funding } from '#/budget/funding/contract.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import { regular } from '../../../test/support/given-regular.ts'
import { startProduct } from '../../../test/support/product.ts'
import { addDays, addMonths, toDay } from '#/core/values/day.ts'
import { proposals } from './contract.ts'

const product = await startProduct({ start: '2026-11-22T10:00:00Z', limited: false })

async function given(document: Parameters<typeof product.household>[0] = regular) {
  const { household_id, members } = await product.household(document)
  const member = await product.member(household_id, members['ada']!)
  return { member, list: () => member.client(proposals).listProposals({}) }
}

const bill = {
  rent: {
    name: 'Rent',
    payee: 'rent',
    amount: 90_000,
    varies: false,
    own_transfer: false,
    interval_months: 1,
    interval_days: null,
    due: '2026-12-01',
  },
  power: {
    name: 'Lumina Energia',
    payee: 'lumina-energia',
    amount: 8_100,
    varies: true,
    own_transfer: false,
    interval_months: 1,
    interval_days: null,
    due: '2026-12-09',
  },
  policy: {
    name: 'Atalaya Seguros',
    payee: 'atalaya-seguros',
    amount: 41_200,
    varies: false,
    own_transfer: false,
    interval_months: 12,
    interval_days: null,
    due: '2027-03-14',
  },
}

test('regular paydays and bills are proposed, with the amount to be held by now', async () => {
  const { list } = await given()
  await list()
  product.takeStatements()
  const { paydays, bills } = await list()
  // The session and its member, then one read.
  assert.equal(product.takeStatements().length, 3)
  assert.deepEqual(paydays, [
    {
      name: 'Nimbus Works',
      frequency: 'biweekly',
      days: [],
      anchor: '2026-12-04',
      weekend: 'none',
      amount: 184_000,
      varies: false,
      next: '2026-12-04',
      payer: 'nimbus-works',
    },
  ])
  // 21 of 30 days, 13 of 30 days (8,100 × 13 ÷ 30 = 3,510), 253 of 365 days (41,200 × 253 ÷ 365 = 28,557.81).
  assert.deepEqual(bills, [
    { ...bill.rent, collected: 63_000 },
    { ...bill.power, collected: 3_510 },
    { ...bill.policy, collected: 28_557 },
  ])
})

test('planned paydays and bills are not proposed', async () => {
  const { member, list } = await given()
  await member.client(fundingApp).createFundingSchedule({
    body: { name: 'Pay', frequency: 'biweekly', anchor: '2026-12-04' },
  })
  const { id } = await member.client(expensesApp).createExpense({ body: { name: 'RENT ' } })
  const { paydays, bills } = await list()
  assert.deepEqual(paydays, [])
  assert.deepEqual(
    bills.map(({ name }) => name),
    ['Lumina Energia', 'Atalaya Seguros'],
  )
  const { body } = await member.request<{ data: { id: string }[] }>(
    'GET',
    '/transactions?search=lumina&limit=1',
  )
  await member.request('POST', `/transactions/${body.data[0]!.id}/expense`, {
    body: { expense_goal_id: id },
  })
  const after = await list()
  assert.deepEqual(
    after.bills.map(({ name }) => name),
    ['Atalaya Seguros'],
  )
})

test('a second pay is proposed besides the schedule of the first, until it is dismissed', async () => {
  const second = [0, 1, 2, 3, 4].map((index) => ({
    ref: `second${index}`,
    account: 'bank',
    amount: 120_000,
    concept: 'Stratus Labs',
    booked_at: addMonths(toDay('2026-11-10'), -index),
    type: 'income' as const,
  }))
  const { member, list } = await given({
    ...regular,
    transactions: [...regular.transactions, ...second],
    funding_schedules: [{ ref: 'pay', name: 'Pay', frequency: 'biweekly', anchor: '2026-11-06' }],
  })
  const names = async () => {
    const { paydays, bills } = await list()
    return [...paydays, ...bills].map(({ name }) => name)
  }
  assert.deepEqual(await names(), ['Stratus Labs', 'Rent', 'Lumina Energia', 'Atalaya Seguros'])
  const app = member.client(proposals)
  const pay = { kind: 'payday', name: 'Stratus Labs', amount: 120_000 } as const
  const power = { kind: 'bill', name: 'Lumina Energia', amount: 8_100 } as const
  for (const body of [pay, power, power]) await app.dismissProposal({ body })
  assert.deepEqual(await names(), ['Rent', 'Atalaya Seguros'])
  await app.restoreProposal({ body: pay })
  assert.deepEqual(await names(), ['Stratus Labs', 'Rent', 'Atalaya Seguros'])
})

test('a card’s payment is never proposed, and a transfer to own savings is marked as one', async () => {
  const monthly = (ref: string, amount: number, concept: string) =>
    [0, 1, 2, 3, 4].map((index) => ({
      ref: `${ref}${index}`,
      account: 'bank',
      amount,
      concept,
      booked_at: addMonths(toDay('2026-11-10'), -index),
    }))
  const transactions = [
    ...regular.transactions,
    ...monthly('card', -36_238, 'Chase Credit Crd Autopay'),
    ...monthly('tarjeta', -21_000, 'Recibo tarjeta Visa'),
    ...monthly('save', -20_000, 'Online Transfer to Savings'),
  ]
  const card = { ref: 'visa', name: 'Visa', type: 'credit', balance: -5_000 } as const
  for (const accounts of [regular.accounts, [...regular.accounts, card]]) {
    const { list } = await given({ ...regular, accounts, transactions })
    const { bills } = await list()
    assert.deepEqual(
      bills.map(({ name, own_transfer }) => [name, own_transfer]),
      [
        ['Rent', false],
        ['Lumina Energia', false],
        ['Online Transfer to Savings', true],
        ['Atalaya Seguros', false],
      ],
    )
  }
})

test('a bill that is due before the next payday is to be held in full', async () => {
  const { member, list } = await given()
  await member.client(fundingApp).createFundingSchedule({
    body: { name: 'Pay', frequency: 'monthly', days: [28], anchor: '2026-12-01' },
  })
  const { bills } = await list()
  assert.deepEqual(
    bills.map(({ collected }) => collected),
    [90_000, 8_100, 28_557],
  )
})

test('no proposals without history, or with history in another currency only', async () => {
  const accounts = [{ ...regular.accounts[0]!, currency: 'USD' }]
  for (const document of [{}, { ...regular, accounts }]) {
    const { list } = await given(document)
    const { paydays, bills, next_payday } = await list()
    assert.deepEqual([paydays, bills, next_payday], [[], [], null])
  }
})

test('pay whose schedule came from a proposal is not proposed again on another day', async () => {
  const { member, list } = await given()
  const { paydays } = await list()
  const { payer } = paydays[0]!
  await member.client(fundingApp).createFundingSchedule({
    body: { name: 'Ada’s pay', frequency: 'monthly', days: [5], anchor: '2026-12-01', payer },
  })
  assert.deepEqual((await list()).paydays, [])
})

test('a weekly bill is proposed in days, and kept with all payments before the next payday', async () => {
  const cleaner = Array.from({ length: 12 }, (_, index) => ({
    ref: `cleaner${index}`,
    account: 'bank',
    amount: -4_500,
    concept: 'Maria Cleaning',
    booked_at: addDays(toDay('2026-11-20'), -7 * index),
  }))
  const { member, list } = await given({
    ...regular,
    transactions: [...regular.transactions, ...cleaner],
    funding_schedules: [
      { ref: 'pay', name: 'Pay', frequency: 'monthly', days: [20], anchor: '2026-12-01' },
    ],
  })
  const found = (await list()).bills.find(({ name }) => name === 'Maria Cleaning')!
  // Due on 27 November, 4, 11 and 18 December; the next payday is 20 December.
  assert.deepEqual(
    [found.interval_days, found.interval_months, found.amount, found.due, found.collected],
    [7, null, 4_500, '2026-11-27', 18_000],
  )
  const schedules = await member.client(funding).listFundingSchedules({})
  const { id } = await member.client(expensesApp).createExpense({
    body: {
      name: found.name,
      target_amount: found.amount,
      recurrence_interval_days: found.interval_days,
      recurrence_anchor_date: found.due,
      funding_schedule_ids: schedules.map((one) => one.id),
      balance: found.collected,
      payee: found.payee,
    },
  })
  const kept = (await member.client(expenses).listExpenses({})).find((one) => one.id === id)!
  assert.deepEqual(
    [kept.recurrence_interval_days, kept.recurrence_interval_months, kept.due_date],
    [7, undefined, '2026-11-27'],
  )
  // Christmas, and 1, 8 and 15 January: four payments before the payday of 20 January.
  assert.deepEqual([kept.on_track, kept.ordinaryContribution], [true, 18_000])
  assert.ok(!(await list()).bills.some(({ name }) => name === found.name))
})
