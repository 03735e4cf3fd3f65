import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paydaysOf } from '#/core/calendar/paydays.ts'
import { adoptTerms } from '#/budget/expenses/rules/adopt-terms.ts'
import { withLanes } from '#/budget/expenses/rules/given.ts'
import {
  balanceOf,
  extraReserveGoal,
  type Holding,
  kindOf,
  targetOf,
} from '#/budget/expenses/rules/holding.ts'
import {
  canonicalise,
  deposit,
  earlyPaymentDays,
  spend,
  withdraw,
} from '#/budget/expenses/rules/lanes.ts'
import { settle, unsettle } from '#/budget/expenses/rules/settlement.ts'
import { addDays, daysBetween, toDay } from '#/core/values/day.ts'
import { dueDay } from '#/budget/expenses/rules/holding.ts'
import { forSeeds, type Witness } from '../../../../test/simulations/seeds.ts'
import { randomHolding, randomSchedule } from '#/budget/funding/given.ts'

const today = toDay('2026-03-10')

test('a transfer moves exactly its amount, and more than the balance is refused', () => {
  forSeeds(3_000, (chance) => {
    const [from, to] = [randomExpense(chance, 'a'), randomExpense(chance, 'b')]
    const amount = chance.below(balanceOf(from.lanes) + 1)
    chance.note('transfer', { from, to, amount })
    const after = {
      from: withdraw(from.terms, from.lanes, amount),
      to: deposit(to.terms, to.lanes, amount),
    }
    assert.equal(balanceOf(after.from), balanceOf(from.lanes) - amount)
    assert.equal(balanceOf(after.to), balanceOf(to.lanes) + amount)
    assert.deepEqual(canonicalise(from.terms, after.from), after.from, 'within its terms')
    assert.deepEqual(canonicalise(to.terms, after.to), after.to, 'within its terms')
    // The nearest payment is taken from last and completed first.
    const { ready, building, reserve } = after.from
    if (ready < from.lanes.ready) assert.equal(building + reserve, 0)
    if (building < Math.min(from.lanes.building, targetOf(from.terms))) assert.equal(reserve, 0)
    const missing = Math.max(0, targetOf(to.terms) - to.lanes.prepaid - to.lanes.building)
    if (after.to.reserve > to.lanes.reserve) {
      assert.ok(after.to.building - to.lanes.building >= missing)
    }
    if (after.to.building - to.lanes.building > missing) {
      assert.equal(after.to.reserve, Math.max(to.lanes.reserve, extraReserveGoal(to.terms)))
    }
    assert.throws(() => withdraw(from.terms, from.lanes, balanceOf(from.lanes) + 1), RangeError)
  })
})

test('a purchase lowers its Expense by the covered part and uses ready money first', () => {
  forSeeds(3_000, (chance) => {
    const holding = randomExpense(chance, 'a')
    const amount = 1 + chance.below(60_000)
    const booked = addDays(today, chance.below(80) - 20)
    chance.note('spend', { holding, amount, booked })
    const { lanes, taken } = spend(holding, { amount, booked })
    const covered = Math.min(amount, balanceOf(holding.lanes))
    assert.equal(balanceOf(lanes), balanceOf(holding.lanes) - covered)
    assert.equal(taken.fromFree, amount - covered)
    assert.equal(taken.ready, Math.min(amount, holding.lanes.ready))
    const due = dueDay(holding)
    const left = due === null ? -1 : daysBetween(booked, due)
    const early =
      kindOf(holding.terms) === 'bill' && left >= 0 && left <= earlyPaymentDays(holding.terms)
    if (!early) {
      assert.equal(taken.prepaid, 0)
      if (taken.building > 0)
        assert.equal(lanes.reserve, 0, 'the reserve pays before the next payment')
    } else {
      const open = Math.max(0, targetOf(holding.terms) - holding.lanes.prepaid)
      assert.equal(taken.prepaid, Math.min(amount - taken.ready, open))
      if (taken.reserve > 0)
        assert.ok(taken.building >= Math.min(taken.prepaid, holding.lanes.building))
    }
  })
})

test('a changed amount has the same effect as if it had been booked first', () => {
  forSeeds(2_500, (chance) => {
    const card = randomCard(chance)
    const parties = {
      assigned: chance.pick([randomExpense(chance, 'a'), null, card]),
      card: chance.pick([card, null]),
    }
    const booked = addDays(today, chance.below(40) - 20)
    const [one, other] = [-chance.below(40_000), chance.below(60_000) - 40_000]
    chance.note('change', { parties, booked, one, other })
    const first = settle({ amount: one, type: 'expense', booked }, parties)
    const undone = unsettle(first.settlement, first.after)
    assert.deepEqual(undone, parties)
    const changed = settle({ amount: other, type: 'expense', booked }, undone)
    assert.deepEqual(changed, settle({ amount: other, type: 'expense', booked }, parties))
  })
})

test('a card purchase and its refund or payment restore the card’s balance', () => {
  forSeeds(2_500, (chance) => {
    const card = randomCard(chance)
    const amount = 1 + chance.below(40_000)
    chance.note('card', { card, amount })
    const bought = settle(
      { amount: -amount, type: 'expense', booked: today },
      { assigned: null, card },
    )
    assert.equal(balanceOf(bought.after.card!.lanes), balanceOf(card.lanes) + amount)
    const refunded = settle({ amount, type: 'expense', booked: today }, bought.after)
    assert.equal(balanceOf(refunded.after.card!.lanes), balanceOf(card.lanes))
    const paid = settle(
      { amount: -amount, type: 'transfer', booked: today },
      { assigned: bought.after.card, card: null },
    )
    assert.equal(balanceOf(paid.after.assigned!.lanes), balanceOf(card.lanes))
    const other = settle(
      { amount: -amount, type: 'transfer', booked: today },
      { assigned: null, card },
    )
    assert.deepEqual(other.after.card, card, 'a transfer seen from the card moves nothing')
  })
})

test('new terms keep the money, fit the lanes and make the next due date upcoming', () => {
  forSeeds(2_000, (chance) => {
    const before = randomExpense(chance, 'a')
    const { terms } = randomExpense(chance, 'a')
    chance.note('terms', { before, terms })
    const after = adoptTerms(before, terms, today)
    assert.equal(balanceOf(after.lanes), balanceOf(before.lanes))
    assert.deepEqual(canonicalise(terms, after.lanes), after.lanes)
    const due = dueDay(after)
    if (after.cycle > 0) assert.ok(due !== null && due > today)
    assert.deepEqual(adoptTerms(after, terms, today), after, 'the same terms again change nothing')
  })
})

function randomExpense(chance: Witness, id: string): Holding {
  return randomHolding(chance, { id, today, paydays: paydaysOf([randomSchedule(chance, today)]) })
}

function randomCard(chance: Witness): Holding {
  const { terms, ...holding } = randomExpense(chance, 'visa')
  const card = { ...terms, type: 'credit_card', card: { owed: chance.below(20_000) } } as const
  return withLanes({ ...holding, terms: card }, canonicalise(card, holding.lanes))
}
