import * as z from 'zod'
import { accounts } from '#/budget/accounts/contract.ts'
import { categories } from '#/budget/categories/contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { dayInWords, moneyIn, UNKNOWN } from './money.ts'
import { quote } from './untrusted.ts'
import type { Seen, WatchedRead } from './watch.ts'

/** The reads that most writes are shown by. */
export const money: readonly WatchedRead[] = [
  { name: 'summary', endpoint: accounts.summarizeAccounts },
  { name: 'accounts', endpoint: accounts.listAccounts },
  { name: 'expenses', endpoint: expenses.listExpenses },
]
export const names: WatchedRead = { name: 'categories', endpoint: categories.listCategories }

export function payment(id: unknown): WatchedRead {
  const params = { id: String(id) }
  return { name: 'transaction', endpoint: transactions.showTransaction, params }
}

/** Expenses whose change is written out; a sentence counts the rest. */
const WRITTEN_MAX = 6

const summaryShape = z.object({ currency: z.string(), free_to_spend: z.int() })
const heldShape = z.object({
  id: z.string(),
  name: z.string(),
  balance: z.int(),
  currency: z.string(),
})
const paymentShape = z.object({
  concept: z.string(),
  amount: z.int(),
  currency: z.string(),
  booked_at: z.string(),
  type: z.string(),
  notes: z.string().nullable(),
  category_id: z.string().nullable(),
  expense_goal_id: z.string().nullable(),
})
const namedShape = z.object({ id: z.string(), name: z.string() })

export type Payment = z.output<typeof paymentShape>

/** Writes what changes besides: free to spend, set-asides and accounts, each from and to. */
export function effectSentences(before: Seen, after: Seen): readonly string[] {
  return [
    ...freeSentence(before, after),
    ...movedSentences('The account ', listOf(before, 'accounts'), listOf(after, 'accounts')),
    ...movedSentences('The set-aside ', listOf(before, 'expenses'), listOf(after, 'expenses')),
  ]
}

function freeSentence(before: Seen, after: Seen): readonly string[] {
  const [was, is] = [before, after].map((seen) => summaryShape.safeParse(seen['summary']).data)
  if (!was || !is) return []
  const write = moneyIn(is.currency)
  return was.free_to_spend === is.free_to_spend
    ? [`Free to spend stays at ${write(is.free_to_spend)}.`]
    : [`Free to spend goes from ${write(was.free_to_spend)} to ${write(is.free_to_spend)}.`]
}

type Held = z.output<typeof heldShape>

function movedSentences(noun: string, was: readonly Held[], is: readonly Held[]) {
  const earlier = new Map(was.map((one) => [one.id, one]))
  const moved = is.filter(({ id, balance }) => earlier.get(id)?.balance !== balance)
  const written = moved.slice(0, WRITTEN_MAX).map(({ id, name, balance, currency }) => {
    const write = moneyIn(currency)
    const from = earlier.get(id)
    const course = from ? `goes from ${write(from.balance)} to` : 'is new and holds'
    return `${noun}${quote(name)} ${course} ${write(balance)}.`
  })
  const rest = moved.length - written.length
  return rest > 0 ? [...written, `${rest} more change.`] : written
}

function listOf(seen: Seen, name: string): readonly Held[] {
  return z.array(heldShape).safeParse(seen[name]).data ?? []
}

/** Finds the name of a record in a watched list, in quotes; words of ours if it is not there or may not be read. */
export function nameOf(seen: Seen, list: string, id: unknown): string {
  const found = z.array(namedShape).safeParse(seen[list]).data
  const one = found?.find((each) => each.id === String(id).toLowerCase())
  return one ? quote(one.name) : `one with the id ${quote(String(id))}`
}

export function paymentOf(seen: Seen): Payment | null {
  return paymentShape.safeParse(seen['transaction']).data ?? null
}

/** Names a payment: `the payment “Coffee” of -4.50 EUR on 20 November 2026`. */
export function paymentWords(seen: Seen): string {
  const found = paymentOf(seen)
  if (!found) return 'the payment'
  const { concept, amount, currency, booked_at } = found
  return `the payment ${quote(concept)} of ${moneyIn(currency)(amount)} on ${dayInWords(booked_at)}`
}

/** The currency of an account, an Expense or else the household. */
export function currencyOf(seen: Seen, list: 'accounts' | 'expenses', id: unknown): string {
  const one = listOf(seen, list).find((each) => each.id === String(id).toLowerCase())
  return one?.currency ?? summaryShape.safeParse(seen['summary']).data?.currency ?? UNKNOWN
}
