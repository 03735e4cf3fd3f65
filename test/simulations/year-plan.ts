// Plans the set-asides of a simulated household: bills from proposals where there is one, the rest and the cards by hand.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import { proposals } from '#/budget/proposals/contract.ts'
import { cardsApp } from '#/budget/cards/app-contract.ts'
import { addMonths, type Day, daysBetween } from '#/core/values/day.ts'
import type { Member, Product } from '../support/product.ts'
import type { Feed } from './year-feed.ts'
import type { AccountName, Bill, Terms } from './year-terms.ts'

type Planning = {
  readonly product: Product
  readonly member: Member
  readonly householdId: string
  readonly accountIds: ReadonlyMap<AccountName, string>
  readonly feed: Feed
  readonly terms: Terms
}

type Proposed = {
  readonly name: string
  readonly payee: string
  readonly amount: number
  readonly due: string
  readonly interval_months: Bill['interval'] | 2 | 6 | null
  readonly interval_days: 7 | 14 | 28 | null
  readonly collected: number
}

/** Returns the ids of the Expenses by bill and card. */
export async function planSetAsides(planning: Planning): Promise<Map<string, string>> {
  const { member, terms } = planning
  const { paydays, bills } = await member.client(proposals).listProposals({})
  const [pay] = paydays
  assert.ok(pay, 'the salary is proposed')
  const { name, frequency, days, anchor, weekend, amount: estimated_deposit } = pay
  const schedule = await member.client(fundingApp).createFundingSchedule({
    body: { name, frequency, days, anchor, weekend, estimated_deposit },
  })
  const expenses = new Map<string, string>()
  const isOf = await billNames(planning)
  const rest = new Set(bills)
  for (const bill of terms.bills) {
    const found = [...rest]
      .filter((one) => isOf(one.name, bill))
      .toSorted((a, b) => distance(a, bill) - distance(b, bill))
      .find((one) => distance(one, bill) < 0.3)
    if (found) rest.delete(found)
    const given = found ? fromProposal(found, bill) : byHand(bill, terms)
    const made = await member.client(expensesApp).createExpense({
      body: { ...given, funding_schedule_ids: [schedule.id] },
    })
    expenses.set(bill.ref, made.id)
  }
  for (const card of terms.cards) expenses.set(card.ref, await cover(planning, card, schedule.id))
  return expenses
}

function distance({ amount }: Proposed, bill: Bill): number {
  return Math.abs(amount / bill.amount - 1)
}

/** Every second bill gets a name of people's own. */
function fromProposal(proposed: Proposed, { ref, kind }: Bill) {
  const { name, payee, amount, due, interval_months, interval_days, collected } = proposed
  return {
    name: Number(ref.split(' ')[1]) % 2 === 0 ? kind.called : name,
    payee,
    target_amount: amount,
    recurrence_interval_months: interval_months,
    recurrence_interval_days: interval_days,
    recurrence_anchor_date: due,
    balance: collected,
  }
}

/**
 * Nothing of the history says when it is due, so people look at the last letter of the payee. They set aside what would
 * have been collected by now, and all of it if no payday comes before.
 */
function byHand({ kind, amount, interval, due }: Bill, { start }: Terms) {
  let next: Day = due
  while (next <= start) next = addMonths(next, interval)
  const [length, left] = [daysBetween(addMonths(next, -interval), next), daysBetween(start, next)]
  return {
    name: kind.called,
    target_amount: amount,
    recurrence_interval_months: interval,
    recurrence_anchor_date: next,
    balance: left <= 14 ? amount : Math.max(0, Math.floor((amount * (length - left)) / length)),
  }
}

/** Answers the question about a card that owes money; a card without a debt is planned by hand. */
async function cover(
  { member, accountIds }: Planning,
  { ref, name }: Terms['cards'][number],
  scheduleId: string,
): Promise<string> {
  const id = accountIds.get(ref)!
  const cards = member.client(cardsApp)
  const { cards: uncovered } = await cards.listUncoveredCards({})
  if (uncovered.some(({ account_id }) => account_id === id)) {
    return (await cards.coverCard({ params: { id }, body: {} })).expense_id
  }
  const made = await member.client(expensesApp).createExpense({
    body: { name, type: 'credit_card', card_account_id: id, funding_schedule_ids: [scheduleId] },
  })
  return made.id
}

/** Returns a function that says if a payment of a bill has the name of a proposal. */
async function billNames({ product, householdId, feed }: Planning) {
  const { rows } = await sql<{ concept: string; externalId: string }>`
    select t.concept, m.external_id as "externalId" from transactions t
    join provider_transactions m on m.household_id = t.household_id and m.transaction_id = t.id
    where t.household_id = ${householdId}`.execute(product.db)
  const names = new Set(
    rows.map(({ concept, externalId }) => `${feed.paymentOf(externalId).truth} ${concept}`),
  )
  return (name: string, { ref }: Bill) => names.has(`${ref} ${name}`)
}
