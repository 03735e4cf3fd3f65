import assert from 'node:assert/strict'
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import type { Product } from './product.ts'

type Household = {
  readonly id: string
  readonly key: string
  readonly memberId: string
  readonly zone: string
}

/**
 * Watches what people see of free-to-spend, and holds the explanations of its changes against it. `endDays` is called
 * before and after time passes; `check` compares two days that ended, and one of them with the present.
 */
export function watchDays(product: Product, { id, key, memberId, zone }: Household) {
  const past = new Map<Day, number>()
  const free = async () => {
    const { body } = await product.request('GET', '/accounts/summary', { key })
    return Number(body['free_to_spend'])
  }
  const today = () => dayAt(product.runtime.now(), zone)
  return {
    endDays: async (pass: () => unknown) => {
      const [before, seen] = [today(), await free()]
      await pass()
      for (let day = before; day < today(); day = addDays(day, 1)) past.set(day, seen)
    },
    check: async (chance: Pick<Chance, 'pick'>) => {
      const days = [...past.keys()]
      if (days.length === 0) return []
      const [from, to] = [chance.pick(days as [Day]), chance.pick(days as [Day])].toSorted()
      const app = (await product.member(id, memberId)).client(freeToSpendChanges)
      const ends = [
        { query: { from: from!, to: to! }, after: past.get(to!)! },
        { query: { from: from! }, after: await free() },
      ]
      const lines = []
      for (const { query, after } of ends) {
        const answer = await app.explainChange({ query })
        const sum = answer.lines.reduce((total, { amount }) => total + amount, 0)
        const before = past.get(from!)!
        assert.deepEqual(
          [answer.before, answer.after, answer.change, sum],
          [before, after, after - before, after - before],
          JSON.stringify(query),
        )
        lines.push(...answer.lines)
      }
      return lines
    },
  }
}
