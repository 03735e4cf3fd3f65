import type { Output } from '#web/calls/operations.ts'
import type { Filters } from '#web/transactions/filters.ts'
import { balanced, largest, type Stream } from './flow-shape.ts'

export type FlowData = Output<'GET /insights/flow'>

/** The parts of one use that have a node of their own. */
const PARTS = 5

export const groups = ['bill', 'envelope', 'goal', 'other'] as const

export type Group = (typeof groups)[number]

/** An Expense's part of the flow: what was spent from it, and what it holds more than before. */
export function amountOf({ spent, held }: FlowData['set_aside'][number]): number {
  return spent + held
}

/** Makes the streams of a period. Keys: `in CATEGORY`, `use GROUP`, `expense ID`, `category ID`, `rest GROUP`, `free`. */
export function streamsOf(data: FlowData): ReturnType<typeof balanced> {
  const parts: Readonly<Record<Group, readonly Stream[]>> = {
    bill: partsOf(data, 'bill'),
    envelope: partsOf(data, 'envelope'),
    goal: partsOf(data, 'goal'),
    other: data.other.map(({ category_id, amount }) => ({
      key: `category ${category_id ?? ''}`,
      amount,
    })),
  }
  const uses = groups.map((group): Stream => {
    const amount = parts[group].reduce((sum, one) => sum + one.amount, 0)
    return { key: `use ${group}`, amount, parts: largest(parts[group], PARTS, `rest ${group}`) }
  })
  return balanced(
    [
      ...largest(
        data.income.map(({ category_id: id, amount }) => ({ key: `in ${id ?? ''}`, amount })),
        PARTS,
        'rest in',
      ),
      { key: 'refunds', amount: data.refunded },
    ],
    [...uses, { key: 'free', amount: data.free }],
  )
}

function partsOf({ set_aside: all }: FlowData, kind: Group): readonly Stream[] {
  return all
    .filter((one) => one.kind === kind)
    .map((one) => ({ key: `expense ${one.expense_id}`, amount: amountOf(one) }))
}

/** The transactions of a node; undefined for those that are no transactions alone. */
export function filtersOfNode(key: string, { from, to }: FlowData): Filters | undefined {
  const [kind = '', id = ''] = key.split(' ')
  const filed = id === '' ? ({ without_category: 'true' } as const) : { category_id: id }
  switch (kind) {
    case 'in':
      return { type: 'income', ...filed, from, to }
    case 'category':
      return { type: 'expense', ...filed, from, to }
    case 'expense':
      return { expense_goal_id: id, from, to }
    case 'rest':
      return { type: id === 'in' ? 'income' : 'expense', from, to }
    case 'use':
      return { type: 'expense', from, to }
    case 'hub':
      return { type: 'income', from, to }
    default:
      return undefined
  }
}
