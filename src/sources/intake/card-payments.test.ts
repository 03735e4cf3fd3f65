import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardsApp } from '#/budget/cards/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'

// A card's payments come from both sides of a bank: out of the checking account and into the card, days apart.

const monthly = {
  recurrence_interval_months: 1,
  recurrence_anchor_date: '2026-01-06',
} as const

type Name = 'checking' | 'card'
type Row = ReturnType<typeof bankRow>

/** A row of the fifth of January, as `id amount`. */
const row = (text: string, description = 'Card services', day = '2026-01-05') => {
  const [id, amount] = text.split(' ') as [string, string]
  return bankRow(id, { posted: noon(day), amount, description, payee: '' })
}

/** 2,000.00 in a checking account, and 412.00 owed on a card that is covered: 1,588.00 is free. */
async function given({ covered = true, payday = 0 } = {}) {
  const bank = await openBank([
    bankAccount('A', { name: 'Everyday Checking A', balance: '2000.00' }),
    bankAccount('C', { name: 'River Visa Credit Card', balance: '-412.00' }),
  ])
  const pay = { ref: 'pay', name: 'Salary', frequency: 'monthly', anchor: '2026-01-01' } as const
  const document = payday > 0 ? { funding_schedules: [{ ...pay, days: [payday] }] } : {}
  const home = await givenBank([], { bank, document: { document } })
  const { product, householdId, member } = home
  const [checking, card] = bank.state.accounts
  const accounts = { checking: checking!, card: card! }
  const app = member.client(cardsApp)
  const [asked] = (await app.listUncoveredCards({})).cards
  assert.deepEqual([asked?.owed, asked?.free_after], [41_200, 158_800])
  if (covered) await app.coverCard({ params: { id: asked!.account_id }, body: {} })
  const cover = async () => {
    const all = await member.client(expenses).listExpenses({})
    return all.find(({ type }) => type === 'credit_card')!
  }
  const rows = async () =>
    (await home.rows())
      .map(({ amount, type, expense_goal_id: expense }) => {
        return `${amount} ${type}${expense === null ? '' : ' from the card'}`
      })
      .toSorted()
  return {
    ...home,
    cover,
    cardAccountId: asked!.account_id,
    idOf: async (amount: number) => (await home.rows()).find((one) => one.amount === amount)!.id,
    /** Lets the bank list further rows of an account, with its balance afterwards. */
    arrives: async (name: Name, listed: readonly Row[], balance: string) => {
      const account = accounts[name]
      account.balance = balance
      const known = account.transactions as Row[]
      const kept = known.filter(({ id }) => !listed.some((one) => one.id === id))
      await home.look([...kept, ...listed], { account })
    },
    /** Lets days pass, with their paydays. */
    pass: async (days: number) => {
      product.runtime.advance({ hours: 24 * days })
      while ((await runDueHouseholds(product.runtime)) > 0);
    },
    /** Spends a payment from the card's Expense, as a person. */
    assign: async (amount: number) => {
      const { id } = (await home.rows()).find((one) => one.amount === amount)!
      const body = { expense_goal_id: (await cover()).id }
      await home.transactions.assignTransaction({ params: { id }, body })
    },
    /** Reads free-to-spend, what the card's Expense holds and what it should hold: all that is owed. */
    owes: async () => {
      await assertBooks(product.db, householdId)
      const { balance, reserveGoal } = await cover()
      return [(await app.listUncoveredCards({})).free_to_spend, balance, reserveGoal]
    },
    /** Reads free-to-spend, what the card's Expense holds, and the rows; the books must agree. */
    state: async () => {
      await assertBooks(product.db, householdId)
      const { free_to_spend } = await app.listUncoveredCards({})
      return [free_to_spend, (await cover()).balance, await rows()] as const
    },
  }
}

test('a payment of a card whose cash side comes first costs free-to-spend nothing', async () => {
  const { arrives, state } = await given()
  await arrives('card', [row('c1 -50.00', 'Shoes')], '-462.00')
  assert.deepEqual(await state(), [153_800, 46_200, ['-5000 expense']])
  await arrives('checking', [row('a1 -462.00')], '1538.00')
  await arrives('card', [row('c2 462.00')], '0.00')
  assert.deepEqual(await state(), [
    153_800,
    0,
    ['-46200 transfer from the card', '-5000 expense', '46200 transfer'],
  ])
})

test('a payment of a card whose card side comes first costs free-to-spend nothing', async () => {
  const { arrives, state } = await given()
  await arrives('card', [row('c1 412.00')], '0.00')
  await arrives('checking', [row('a1 -412.00')], '1588.00')
  assert.deepEqual(await state(), [158_800, 0, ['-41200 transfer from the card', '41200 transfer']])
})

test('money on a card that says it is a payment is never a refund, even before its other side', async () => {
  const { arrives, state } = await given()
  await arrives('card', [row('c1 412.00', 'PAYMENT THANK YOU')], '0.00')
  assert.deepEqual(await state(), [158_800, 41_200, ['41200 transfer']])
  await arrives('checking', [row('a1 -412.00')], '1588.00')
  assert.deepEqual(await state(), [158_800, 0, ['-41200 transfer from the card', '41200 transfer']])
})

test('a payment that a person has spent from the card’s Expense is paired with the card', async () => {
  const { arrives, state, transactions, idOf, cover } = await given()
  await arrives('checking', [row('a1 -412.00')], '1588.00')
  await transactions.assignTransaction({
    params: { id: await idOf(-41_200) },
    body: { expense_goal_id: (await cover()).id },
  })
  assert.deepEqual(await state(), [158_800, 0, ['-41200 expense from the card']])
  await arrives('card', [row('c1 412.00')], '0.00')
  const paid = [158_800, 0, ['-41200 transfer from the card', '41200 transfer']]
  assert.deepEqual(await state(), paid)
  // The person's choice stays when the bank takes the card's side back.
  await arrives('card', [row('c1 400.00')], '-12.00')
  assert.deepEqual((await state())[2], ['-41200 expense from the card', '40000 income'])
})

test('a partial payment takes only its part, and a larger one takes the rest from free-to-spend', async () => {
  const { arrives, state } = await given()
  await arrives('checking', [row('a1 -100.00')], '1900.00')
  await arrives('card', [row('c1 100.00')], '-312.00')
  assert.deepEqual((await state()).slice(0, 2), [158_800, 31_200])
  // 400.00 for a debt of 312.00: 88.00 more leaves the bank than was set aside, 1,588.00 − 88.00 = 1,500.00.
  await arrives('checking', [row('a2 -400.00')], '1500.00')
  await arrives('card', [row('c2 400.00')], '88.00')
  assert.deepEqual((await state()).slice(0, 2), [150_000, 0])
})

test('a refund on a covered card lowers what is set aside, and the payment takes the rest', async () => {
  const { arrives, state } = await given()
  await arrives('card', [row('c1 50.00', 'Shoes refund')], '-362.00')
  // 412.00 − 50.00 = 362.00 is still owed, and 1,588.00 + 50.00 = 1,638.00 is free.
  assert.deepEqual((await state()).slice(0, 2), [163_800, 36_200])
  await arrives('checking', [row('a1 -362.00')], '1638.00')
  await arrives('card', [row('c2 362.00')], '0.00')
  assert.deepEqual((await state()).slice(0, 2), [163_800, 0])
})

test('when one side of a payment is deleted, every cent is where it was before', async () => {
  for (const first of ['checking', 'card'] as const) {
    const { arrives, state, app, idOf } = await given()
    const side = (name: Name) =>
      name === 'card'
        ? arrives('card', [row('c1 412.00')], '0.00')
        : arrives('checking', [row('a1 -412.00')], '1588.00')
    const second = first === 'checking' ? 'card' : 'checking'
    await side(first)
    const before = (await state()).slice(1)
    await side(second)
    assert.equal((await state())[1], 0)
    await app.removeTransaction({
      params: { id: await idOf(second === 'card' ? 41_200 : -41_200) },
    })
    assert.deepEqual((await state()).slice(1), before, `${first} is left`)
  }
})

test('a payment of a card from before it was covered is not spent from its Expense', async () => {
  const { arrives, state, member, cardAccountId } = await given({ covered: false })
  // The card has got its 300.00 already; the checking account shows them a day later.
  await arrives('card', [row('c1 300.00', 'PAYMENT THANK YOU')], '-112.00')
  await member.client(cardsApp).coverCard({ params: { id: cardAccountId }, body: {} })
  assert.deepEqual((await state()).slice(0, 2), [188_800, 11_200])
  await arrives('checking', [row('a1 -300.00')], '1700.00')
  // In the bank 1,700.00, and 112.00 still owed: 1,588.00.
  assert.deepEqual(await state(), [158_800, 11_200, ['-30000 transfer', '30000 transfer']])
})

test('a payment on its way while a card is covered is spent from its Expense when it arrives', async () => {
  const { arrives, state, member, cardAccountId } = await given({ covered: false })
  await arrives('checking', [row('a1 -300.00')], '1700.00')
  await member.client(cardsApp).coverCard({ params: { id: cardAccountId }, body: {} })
  assert.deepEqual((await state()).slice(0, 2), [128_800, 41_200])
  await arrives('card', [row('c1 300.00')], '-112.00')
  assert.deepEqual((await state()).slice(0, 2), [158_800, 11_200])
})

test('a payee’s next payment is spent from the card’s Expense before the card shows it', async () => {
  const { arrives, state } = await given()
  const pay = (text: string) => row(text, 'CHASE CREDIT CRD AUTOPAY')
  await arrives('checking', [pay('a1 -200.00')], '1800.00')
  // Nothing is known of the payee yet, so the payment counts as spending until the card shows it.
  assert.deepEqual((await state()).slice(0, 2), [138_800, 41_200])
  await arrives('card', [row('c1 200.00')], '-212.00')
  assert.deepEqual((await state()).slice(0, 2), [158_800, 21_200])
  await arrives('checking', [pay('a2 -212.00')], '1588.00')
  assert.deepEqual((await state()).slice(0, 2), [158_800, 0])
  await arrives('card', [row('c2 212.00')], '0.00')
  assert.deepEqual(await state(), [
    158_800,
    0,
    [
      '-20000 transfer from the card',
      '-21200 transfer from the card',
      '20000 transfer',
      '21200 transfer',
    ],
  ])
})

test('a payee that also receives other payments is not taken for the card', async () => {
  const { arrives, state } = await given()
  const pay = (text: string) => row(text, 'ONLINE PAYMENT')
  await arrives('card', [row('c0 -1.00', 'Gum', '2026-01-04')], '-413.00')
  await arrives('checking', [pay('a1 -50.00')], '1950.00')
  await arrives('checking', [pay('a2 -200.00')], '1750.00')
  await arrives('card', [row('c1 200.00')], '-213.00')
  assert.deepEqual((await state()).slice(0, 2), [153_700, 21_300])
  await arrives('checking', [pay('a3 -60.00')], '1690.00')
  assert.deepEqual((await state()).slice(0, 2), [147_700, 21_300])
})

test('a payment from before the card’s first row says nothing against its payee', async () => {
  const { arrives, state } = await given()
  const pay = (text: string, day?: string) => row(text, 'ONLINE PAYMENT', day)
  await arrives('checking', [pay('a1 -50.00', '2025-12-05')], '1950.00')
  await arrives('checking', [pay('a2 -200.00')], '1750.00')
  await arrives('card', [row('c1 200.00')], '-212.00')
  assert.deepEqual((await state()).slice(0, 2), [153_800, 21_200])
  await arrives('checking', [pay('a3 -60.00')], '1690.00')
  assert.deepEqual((await state()).slice(0, 2), [153_800, 15_200])
})

test('a payment that Earmark took for a bill is spent from the card’s Expense once it is paired', async () => {
  const { arrives, state, member, product, householdId } = await given()
  const app = member.client(expensesApp)
  const { id: bill } = await app.createExpense({
    body: { name: 'Card services', target_amount: 30_000, balance: 30_000, ...monthly },
  })
  const held = async () => {
    const all = await member.client(expenses).listExpenses({})
    return all.find(({ id }) => id === bill)?.balance
  }
  await arrives('checking', [row('a1 -300.00')], '1700.00')
  assert.equal(await held(), 0)
  await arrives('card', [row('c1 300.00')], '-112.00')
  // 1,700.00 in the bank, 300.00 in the bill and 112.00 for the card.
  assert.deepEqual((await state()).slice(0, 2), [128_800, 11_200])
  assert.equal(await held(), 30_000)
  const why = await product.db
    .selectFrom('transactions')
    .select('expense_why')
    .where('household_id', '=', householdId)
    .where('amount', '=', -30_000)
    .executeTakeFirstOrThrow()
  assert.deepEqual(why.expense_why, { by: 'card' })
  await arrives('card', [row('c1 290.00')], '-122.00')
  assert.equal(await held(), 0, 'its bill pays it again when the bank corrects the other side')
  // 1,700.00 in the bank less 122.00 for the card, which has returned 290.00.
  assert.deepEqual((await state()).slice(0, 2), [157_800, 12_200])
})

test('a payday sets nothing aside for a payment that the card does not show yet', async () => {
  const { arrives, assign, pass, owes } = await given({ payday: 6 })
  await arrives('card', [row('c1 -50.00', 'Shoes')], '-462.00')
  assert.deepEqual(await owes(), [153_800, 46_200, 46_200])
  // The bill of 412.00 leaves the bank. The card says 462.00 for two more days, and 50.00 of them are left to pay.
  await arrives('checking', [row('a1 -412.00')], '1588.00')
  await assign(-41_200)
  assert.deepEqual(await owes(), [153_800, 5_000, 5_000])
  await pass(1)
  assert.deepEqual(await owes(), [153_800, 5_000, 5_000], 'the payday of the sixth has run')
  await arrives('card', [row('c2 412.00', 'Card services', '2026-01-07')], '-50.00')
  assert.deepEqual(await owes(), [153_800, 5_000, 5_000])
})

test('a payday sets nothing aside for a known payee’s payment before the card shows it', async () => {
  const { arrives, pass, owes, state } = await given({ payday: 6 })
  const pay = (text: string) => row(text, 'CHASE CREDIT CRD AUTOPAY')
  await arrives('checking', [pay('a1 -200.00')], '1800.00')
  await arrives('card', [row('c1 200.00')], '-212.00')
  await arrives('checking', [pay('a2 -212.00')], '1588.00')
  assert.deepEqual(await owes(), [158_800, 0, 0])
  await pass(1)
  assert.deepEqual(await owes(), [158_800, 0, 0])
  // The card's side is pending first: its balance still contains the payment, although the two are a pair.
  const pending = bankRow('c2', { posted: 0, pending: true, transacted_at: noon('2026-01-06') })
  await arrives('card', [{ ...pending, amount: '212.00', description: 'Card services' }], '-212.00')
  assert.deepEqual(await owes(), [158_800, 0, 0])
  await arrives('card', [row('c2 212.00', 'Card services', '2026-01-06')], '0.00')
  assert.deepEqual((await state()).slice(0, 2), [158_800, 0])
  assert.deepEqual(await owes(), [158_800, 0, 0])
})

test('a payment that the card has not shown a week later hides no debt', async () => {
  const { arrives, assign, pass, owes } = await given({ payday: 20 })
  await arrives('checking', [row('a1 -412.00')], '1588.00')
  await assign(-41_200)
  await pass(7)
  await arrives('card', [], '-412.00')
  assert.deepEqual(await owes(), [158_800, 0, 0], 'the twelfth is the last day')
  await pass(1)
  await arrives('card', [row('c1 -1.00', 'Gum', '2026-01-13')], '-413.00')
  // The purchase has set its own 1.00 aside.
  assert.deepEqual(await owes(), [158_700, 100, 41_300])
  await pass(7)
  assert.deepEqual(await owes(), [117_500, 41_300, 41_300])
})

test('all payments in flight to a card count as paid', async () => {
  const { arrives, assign, owes } = await given()
  await arrives('checking', [row('a1 -200.00')], '1800.00')
  await assign(-20_000)
  await arrives('checking', [row('a2 -212.00')], '1588.00')
  await assign(-21_200)
  // 412.00 − 200.00 − 212.00 = 0.00.
  assert.deepEqual(await owes(), [158_800, 0, 0])
})
