import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween } from '#/core/values/day.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import {
  givenRecurring,
  type Recurring,
  type Row,
  type Truth,
} from '../../../test/support/given-recurring.ts'
import { findProposals, type FoundBill, type Known, type Payments } from './find-proposals.ts'
import type { ProposedPayday } from './propose.ts'

const keys = new Map<string, string>()

/** Returns the merchant’s key, as the product stores it with each payment. */
function keyOf(words: string): string {
  const known = keys.get(words) ?? merchantOf(words)
  keys.set(words, known)
  return known
}

/** Groups rows as the endpoint’s statement does: the payments of each payee, the newest names first. */
function habitsOf(rows: readonly Row[]): Payments[] {
  const groups = Map.groupBy(rows, ({ words, amount }) => `${keyOf(words)} ${amount > 0}`)
  return [...groups.values()]
    .filter(({ length }) => length >= 2 && length <= 160)
    .map((group) => ({
      payee: keyOf(group[0]!.words),
      names: group
        .slice(-4)
        .toReversed()
        .map(({ words }) => words),
      descriptor: null,
      incoming: group[0]!.amount > 0,
      assigned: false,
      payments: group.map(({ day, amount }) => ({ day, amount: Math.abs(amount) })),
    }))
}

const nothing = { schedules: [], planned: [], dismissed: [], own: ['Ada Lovelace', 'Checking'] }

function findIn({ rows, today }: Recurring, known: Partial<Known> = {}) {
  return findProposals({ ...nothing, payments: habitsOf(rows), ...known }, today)
}

type Proposal = {
  readonly key: string
  readonly rhythm: string
  readonly due: FoundBill['due']
  readonly amount: number
}

const fromBill = (bill: FoundBill): Proposal => ({
  key: bill.payee,
  rhythm: bill.intervalDays === null ? `${bill.intervalMonths}` : `${bill.intervalDays}d`,
  due: bill.due,
  amount: bill.amount,
})

const fromPayday = (payday: ProposedPayday): Proposal => ({
  key: payday.payer ?? '',
  rhythm: payday.frequency,
  due: payday.next,
  amount: payday.amount,
})

function isRight(proposal: Proposal, truth: Truth): boolean {
  return (
    proposal.key === keyOf(truth.words) &&
    proposal.rhythm === truth.rhythm &&
    Math.abs(daysBetween(proposal.due, truth.due)) <= truth.away &&
    proposal.amount >= Math.floor(truth.least) &&
    proposal.amount <= Math.ceil(truth.most)
  )
}

/** Compares what is proposed and ticked with the truth. */
function compare(household: Recurring) {
  const { paydays, bills } = findIn(household)
  const ticked = bills.filter(({ own_transfer }) => !own_transfer)
  const proposals = [...paydays.map(fromPayday), ...ticked.map(fromBill)]
  const right = proposals.filter((one) => household.truths.some((truth) => isRight(one, truth)))
  const sure = household.truths.filter(({ isSure }) => isSure)
  const missed = sure.filter((truth) => !proposals.some((one) => isRight(one, truth)))
  return { proposals, right, sure, missed }
}

type Score = { found: number; sure: number; right: number; proposed: number }

function scoreOf(seeds: number, history: number): Score {
  const score = { found: 0, sure: 0, right: 0, proposed: 0 }
  for (let seed = 1; seed <= seeds; seed += 1) {
    const household = givenRecurring(givenChance(seed * 7_919), history)
    const { right, sure, missed, proposals } = compare(household)
    score.found += sure.length - missed.length
    score.sure += sure.length
    score.right += right.length
    score.proposed += proposals.length
  }
  return score
}

for (const [history, words] of [
  [26, 'two years'],
  [4, 'four months'],
] as const) {
  test(`of ${words} with month names, 95 of 100 are found and 95 of 100 proposals are right`, (t) => {
    const { found, sure, right, proposed } = scoreOf(24, history)
    t.diagnostic(`recall ${found} of ${sure}, precision ${right} of ${proposed}`)
    assert.ok(found >= sure * 0.95, `recall ${found} of ${sure}`)
    assert.ok(right >= proposed * 0.95, `precision ${right} of ${proposed}`)
  })
}

test('transfers to oneself and payments of cards are proposed unticked or not at all', () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const household = givenRecurring(givenChance(seed * 104_729), 26)
    const { bills } = findIn(household)
    const ticked = bills.filter(({ own_transfer }) => !own_transfer).map(({ payee }) => payee)
    const own = [...household.own, 'Amex Epayment ACH Pmt', 'Uebertrag Tagesgeld'].map(keyOf)
    assert.deepEqual(
      ticked.filter((payee) => own.includes(payee)),
      [],
    )
  }
})

test('a planned payday is not proposed again after a raise, on another day or with other words', () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const household = givenRecurring(givenChance(seed * 7_919), 26)
    const salary = household.truths.find(({ rhythm }) => rhythm === 'monthly')!
    const first = findIn(household).paydays.find(({ payer }) => payer === keyOf(salary.words))!
    const { payer, frequency, days, anchor, weekend } = first
    // The household called it “Pay”, and keeps it on the 10th.
    const schedule = { name: 'Pay', payer: payer!, frequency, days: [10], anchor, weekend }
    const again = findIn(household, { schedules: [schedule] }).paydays
    assert.ok(!again.some((one) => one.payer === payer))
    // Without the payer, it is known by the days on which the pay came.
    const byDays = { name: 'Pay', frequency, days, anchor, weekend }
    assert.ok(
      !findIn(household, { schedules: [byDays] }).paydays.some((one) => one.payer === payer),
    )
  }
})
