import type { Database } from '#/platform/database/database.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { fundingByHand } from '#/budget/expenses/by-hand/fund-contract.ts'
import { fundExpense, releaseExpense } from '#/budget/expenses/by-hand/fund.ts'
import { undoMove } from '#/budget/expenses/by-hand/undo-move.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type Output,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { fullMoneyText } from '#/app/cli/words/money-text.ts'
import { decode } from '#/app/http/wire/decode.ts'
import { actFor, type Verb } from './act-for.ts'

type Moved = Answer<typeof fundingByHand.fundExpense>
type Undone = Answer<typeof fundingByHand.undoMove>
type Sums = Pick<Moved, 'currency' | 'balance' | 'free_to_spend'>

const fund: Command = {
  words: 'expense fund',
  synopsis: 'HOUSEHOLD_ID NAME|ID AMOUNT|--fill',
  summary:
    'Sets an amount (in cents) aside from free-to-spend, or with --fill all that the next payment or the target lacks.',
  operands: ['HOUSEHOLD_ID', 'EXPENSE'],
  optionalOperand: 'AMOUNT',
  options: { fill: { type: 'boolean' } },
  run: (invocation) =>
    move(invocation, { endpoint: fundingByHand.fundExpense, verb: fundExpense, whole: 'fill' }),
}

const release: Command = {
  words: 'expense release',
  synopsis: 'HOUSEHOLD_ID NAME|ID AMOUNT|--all',
  summary: 'Takes an amount (in cents) back to free-to-spend, or with --all everything it holds.',
  operands: ['HOUSEHOLD_ID', 'EXPENSE'],
  optionalOperand: 'AMOUNT',
  options: { all: { type: 'boolean' } },
  run: (invocation) =>
    move(invocation, {
      endpoint: fundingByHand.releaseExpense,
      verb: releaseExpense,
      whole: 'all',
    }),
}

const undo: Command = {
  words: 'expense undo',
  synopsis: 'HOUSEHOLD_ID MOVE_ID',
  summary: 'Undoes `expense fund` or `expense release`, as far as the money is still there.',
  operands: ['HOUSEHOLD_ID', 'MOVE_ID'],
  options: {},
  run: async (invocation) => {
    const [householdId, id] = [idOperand(invocation, 0), idOperand(invocation, 1)]
    const undone = (await invocation.withRuntime((runtime) =>
      actFor(runtime, householdId, {
        endpoint: fundingByHand.undoMove,
        verb: undoMove as Verb,
        input: { params: { id }, body: {} },
      }),
    )) as Undone
    return { json: undone, text: undoneText(undone) }
  },
}

export const fundCommands = [fund, release, undo]

type Way = {
  readonly endpoint: typeof fundingByHand.fundExpense | typeof fundingByHand.releaseExpense
  readonly verb: unknown
  /** The option that stands for the whole amount. */
  readonly whole: 'fill' | 'all'
}

async function move(invocation: Invocation, { endpoint, verb, whole }: Way): Promise<Output> {
  const householdId = idOperand(invocation, 0)
  const body = decode(endpoint.body, wantedOf(invocation, whole), 'body')
  const { name, moved } = await invocation.withRuntime(async (runtime) => {
    const expense = await findExpense(runtime.db, householdId, invocation.operands[1]!)
    const answer = await actFor(runtime, householdId, {
      endpoint,
      verb: verb as Verb,
      input: { params: { id: expense.id }, body },
    })
    return { name: expense.name, moved: answer as Moved }
  })
  const amount = fullMoneyText(moved.amount, moved.currency)
  const words =
    whole === 'fill' ? `${amount} set aside in ${name}.` : `${amount} taken back from ${name}.`
  const way = `Undo: earmark expense undo ${householdId} ${moved.move_id}`
  return { json: moved, text: [`${words} ${sumsText(moved)}`, way].join('\n') }
}

function wantedOf({ operands, options }: Invocation, whole: 'fill' | 'all'): object {
  const typed = operands[2]
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
  db: Database,
  householdId: string,
  typed: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const all = await db
    .selectFrom('expenses')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('archived_at', 'is', null)
    .execute()
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
