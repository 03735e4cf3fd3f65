import type { WireAnswer } from '#/platform/contract/endpoint.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { fundingByHand } from '#/budget/expenses/by-hand/fund-contract.ts'
import type { Asking } from '#/app/cli/parsing/asking.ts'
import {
  CommandError,
  type Invocation,
  type Output,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { fullMoneyText } from '#/app/cli/words/money-text.ts'
import { householdCommand } from './household-command.ts'

type Moved = WireAnswer<typeof fundingByHand.fundExpense>
type Undone = WireAnswer<typeof fundingByHand.undoMove>
type Sums = Pick<Moved, 'currency' | 'balance' | 'free_to_spend'>

const fund = householdCommand({
  words: 'expense fund',
  group: 'budget',
  common: 'Set an amount aside now',
  summary:
    'Sets an amount (in cents) aside from free-to-spend, or with --fill all that the next payment or the target lacks.',
  operands: ['EXPENSE'],
  optionalOperand: 'AMOUNT',
  options: {
    fill: {
      type: 'boolean',
      description: 'Instead of an amount: all that the next payment or the target lacks.',
    },
  },
  examples: ['expense fund HOUSEHOLD_ID Rent 2500', 'expense fund HOUSEHOLD_ID Rent --fill'],
  plan: (invocation) =>
    planMove(invocation, { endpoint: fundingByHand.fundExpense, whole: 'fill' }),
})

const release = householdCommand({
  words: 'expense release',
  group: 'budget',
  summary: 'Takes an amount (in cents) back to free-to-spend, or with --all everything it holds.',
  operands: ['EXPENSE'],
  optionalOperand: 'AMOUNT',
  options: {
    all: { type: 'boolean', description: 'Instead of an amount: everything that it holds.' },
  },
  examples: ['expense release HOUSEHOLD_ID Rent 2500'],
  plan: (invocation) =>
    planMove(invocation, { endpoint: fundingByHand.releaseExpense, whole: 'all' }),
})

const undo = householdCommand({
  words: 'expense undo',
  group: 'budget',
  summary: 'Undoes `expense fund` or `expense release`, as far as the money is still there.',
  operands: ['MOVE_ID'],
  options: {},
  plan: (invocation) => {
    const id = idOperand(invocation, 0)
    return async ({ ask }) => {
      const undone = await ask(fundingByHand.undoMove, { params: { id }, body: {} })
      return { json: undone, text: undoneText(undone) }
    }
  },
})

export const fundCommands = [fund, release, undo]

type Way = {
  readonly endpoint: typeof fundingByHand.fundExpense | typeof fundingByHand.releaseExpense
  /** The option that stands for the whole amount. */
  readonly whole: 'fill' | 'all'
}

function planMove(invocation: Invocation, { endpoint, whole }: Way) {
  const body = wantedOf(invocation, whole)
  const typed = invocation.operands[0]!
  return async ({ ask, line }: Asking): Promise<Output> => {
    const { id, name } = await findExpense(ask, typed)
    const moved = await ask(endpoint, { params: { id }, body })
    const amount = fullMoneyText(moved.amount, moved.currency)
    const words =
      whole === 'fill' ? `${amount} set aside in ${name}.` : `${amount} taken back from ${name}.`
    const way = `Undo: ${line('expense undo', moved.move_id)}`
    return { json: moved, text: [`${words} ${sumsText(moved)}`, way].join('\n') }
  }
}

function wantedOf({ operands, options }: Invocation, whole: 'fill' | 'all'): object {
  const typed = operands[1]
  if ((typed === undefined) === (options[whole] !== true)) {
    throw new UsageError(`Say either an AMOUNT or --${whole}.`)
  }
  if (typed === undefined) return { [whole]: true }
  if (!/^\d{1,15}$/.test(typed)) {
    throw new UsageError('AMOUNT: a whole number of cents, as 2500 for 25.00.')
  }
  return { amount: Number(typed) }
}

/** Finds an Expense by its id, or by its name without regard to case. */
async function findExpense(
  ask: Asking['ask'],
  typed: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const all = await ask(expenses.listExpenses)
  const byId = all.find(({ id }) => id === typed.toLowerCase())
  const wanted = typed.trim().toLowerCase()
  const named = all.filter(({ name }) => name.trim().toLowerCase() === wanted)
  const found = byId ?? named[0]
  if (!found) throw new CommandError(`There is no Expense ${JSON.stringify(typed)}.`)
  if (!byId && named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ')
    throw new CommandError(`Several Expenses are called ${JSON.stringify(typed)}: ${ids}.`)
  }
  return found
}

function undoneText({ restored, not_restored: rest, ...sums }: Undone): string {
  const money = (cents: number) => fullMoneyText(cents, sums.currency)
  const words =
    rest === 0
      ? `${money(restored)} moved back.`
      : `${money(restored)} moved back; ${money(rest)} could not be, because it has been used since.`
  return `${words} ${sumsText(sums)}`
}

function sumsText({ currency, balance, free_to_spend: free }: Sums): string {
  const money = (cents: number) => fullMoneyText(cents, currency)
  return `It holds ${money(balance)}; free to spend: ${money(free)}.`
}
