// A year of a household in Earmark, beside the same year of a perfect person who answers at once.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { addDays } from '#/core/values/day.ts'
import { openBank } from '../support/bank.ts'
import { assertBooks } from '../support/ledger.ts'
import { startProduct } from '../support/product.ts'
import { createFeed } from './year-feed.ts'
import { type Home, openHome } from './year-household.ts'
import { randomPayments } from './year-payments.ts'
import { correct, createPerson, type Verdicts } from './year-person.ts'
import { DAYS, randomTerms } from './year-terms.ts'

/** The results of a year. */
export type Year = Verdicts & {
  readonly seed: number
  readonly payments: number
  readonly evenings: { readonly all: number; readonly equal: number }
  /** Mornings after the answers. */
  readonly mornings: {
    readonly all: number
    readonly equal: number
    readonly unequal: readonly string[]
  }
}

const WEEK = 7

export async function simulateYear(seed: number, days = DAYS): Promise<Year> {
  const chance = givenChance(seed)
  const terms = randomTerms(chance, days)
  const payments = randomPayments(chance, terms)
  const feed = createFeed(terms, payments)
  const bank = await openBank([...feed.accounts])
  const product = await startProduct({
    limited: false,
    outbound: bank.outbound,
    start: `${terms.start}T23:00:00Z`,
  })
  const { runtime } = product
  bank.state.now = () => Math.floor(runtime.now().epochMilliseconds / 1000)
  feed.show(terms.start)
  const lived = await openHome({ product, bank, feed, terms })
  const perfect = await openHome({ product, bank, feed, terms })
  const person = createPerson(lived, terms.start)
  const evenings = { all: 0, equal: 0 }
  const mornings = { all: 0, equal: 0, unequal: [] as string[] }
  for (let day = addDays(terms.start, 1), passed = 1; day <= terms.last; passed += 1) {
    runtime.advance({ hours: 24 })
    while ((await runDueHouseholds(runtime)) > 0) {
      // Until nobody is due.
    }
    feed.show(day)
    // As PostgreSQL does by itself within a minute; without it, a day at the bank takes longer every day.
    if (passed % 20 === 1) await sql`analyze`.execute(product.db)
    await lived.import()
    await perfect.import()
    await correct(perfect, await perfect.rows())
    const truth = await perfect.money()
    assert.equal(truth.cash, feed.cash(), `${day}: cash is what the bank's customers have`)
    const { free } = await lived.money()
    evenings.all += 1
    if (free === truth.free) evenings.equal += 1
    await person.look()
    if (passed % WEEK === 0) {
      await person.answer()
      const after = await lived.money()
      mornings.all += 1
      if (after.free === truth.free) mornings.equal += 1
      else {
        const differences = await compare(lived, perfect)
        mornings.unequal.push(`${day}: ${after.free} instead of ${truth.free}; ${differences}`)
      }
    }
    day = addDays(day, 1)
  }
  for (const { id } of [lived, perfect]) await assertBooks(product.db, id)
  const counted = payments.filter(({ day }) => day > terms.start)
  return { seed, payments: counted.length, evenings, mornings, ...person.verdicts() }
}

/** Lists the set-asides whose amounts differ from those of the perfect person. */
async function compare(lived: Home, perfect: Home): Promise<string> {
  const truth = await perfect.setAside()
  const differences = [...(await lived.setAside())].flatMap(([ref, { name, balance }]) => {
    const right = truth.get(ref)!.balance
    return balance === right ? [] : `${name} holds ${balance} instead of ${right}`
  })
  return differences.join(', ')
}
