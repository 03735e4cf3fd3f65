import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Kind } from '#/budget/expenses/rules/holding.ts'

/** A payment whose Expense is to be found. `amount` in cents, negative when money leaves the account. */
export type Payment = {
  readonly id: string
  readonly accountId: string
  /** The key of its merchant, as `merchantOf` makes it. */
  readonly merchant: string
  readonly amount: Cents
  readonly booked: Day
  readonly type: 'expense' | 'income' | 'transfer'
  /** Recorded by a program or a person through the API; otherwise it comes from a bank, a file or a device. */
  readonly isRecorded: boolean
  /** The first rule of the household that fits and names an Expense. */
  readonly rule: NamedByRule | null
}

export type NamedByRule = { readonly id: string; readonly expenseId: string }

/** An Expense that payments may be spent from: it is not archived. */
export type Candidate = {
  readonly id: string
  /** The key of its name, as `merchantOf` makes it. */
  readonly key: string
  readonly kind: Kind
  /** A card's bill: its amount differs from month to month. */
  readonly isCard: boolean
  readonly target: Cents | null
  readonly anchor: Day | null
  readonly intervalMonths: number | null
  readonly intervalDays?: number | null
  readonly created: Day
}

/** The payee of a proposal from which an Expense was made. */
export type Payee = {
  readonly expenseId: string
  readonly merchant: string
  /** Null: not known. */
  readonly amount: Cents | null
}

/** A decision of a person about a payment; `expenseId` null: it is not spent from any Expense. */
export type Choice = {
  readonly merchant: string
  readonly amount: Cents
  readonly booked: Day
  readonly expenseId: string | null
}

/** A suggestion that a person dismissed. */
export type Denial = Choice & { readonly expenseId: string }

/** A payment that is spent from an Expense, by anyone's decision. */
export type Paid = {
  readonly id: string
  readonly accountId: string
  readonly expenseId: string
  readonly merchant: string
  readonly amount: Cents
  readonly booked: Day
}

/** A payment of a merchant, with the Expense that it is spent from. */
export type Stray = {
  readonly id: string
  readonly merchant: string
  readonly amount: Cents
  readonly booked: Day
  readonly expenseId: string | null
}

/** All that is known when payments look for their Expenses. */
export type Facts = {
  readonly expenses: readonly Candidate[]
  readonly payees: readonly Payee[]
  readonly choices: readonly Choice[]
  readonly denials: readonly Denial[]
  readonly paid: readonly Paid[]
  /** Payments of merchants that are also paid for other things; null: not read. */
  readonly strays: readonly Stray[] | null
}

/** The facts, by merchant and by Expense. Newest first. */
export type Evidence = {
  readonly expenses: readonly Candidate[]
  /** The ids of those that are bills. */
  readonly bills: ReadonlySet<string>
  readonly payeesOf: (merchant: string) => readonly Payee[]
  readonly choicesOf: (merchant: string) => readonly Choice[]
  readonly denialsOf: (merchant: string) => readonly Denial[]
  readonly paidFrom: (expenseId: string) => readonly Paid[]
  readonly paidTo: (merchant: string) => readonly Paid[]
  /** True if nobody has ever been paid by this Expense, as far as is known. */
  readonly isUnlearned: (expenseId: string) => boolean
  /** True if the merchant was paid for nothing else since the Expense exists. */
  readonly isOnlyFor: (merchant: string, expense: Candidate, payment: Payment) => boolean
  /** The merchant's payments that are spent from no Expense, newest first; null: not read. */
  readonly freeOf: (merchant: string) => readonly Stray[] | null
  /** Adds a payment that has just found its Expense. */
  readonly add: (paid: Paid) => void
}

export function evidenceOf(facts: Facts): Evidence {
  const payees = Map.groupBy(facts.payees, ({ merchant }) => merchant)
  const choices = Map.groupBy(facts.choices.toSorted(newestFirst), ({ merchant }) => merchant)
  const denials = Map.groupBy(facts.denials.toSorted(newestFirst), ({ merchant }) => merchant)
  const paid = facts.paid.toSorted(newestFirst)
  const paidFrom = Map.groupBy(paid, ({ expenseId }) => expenseId)
  const paidTo = Map.groupBy(paid, ({ merchant }) => merchant)
  const strays = facts.strays && Map.groupBy(facts.strays, ({ merchant }) => merchant)
  const learned = new Set([
    ...facts.payees.map(({ expenseId }) => expenseId),
    ...facts.paid.map(({ expenseId }) => expenseId),
  ])
  return {
    expenses: facts.expenses,
    bills: new Set(facts.expenses.filter(({ kind }) => kind === 'bill').map(({ id }) => id)),
    payeesOf: (merchant) => payees.get(merchant) ?? [],
    choicesOf: (merchant) => choices.get(merchant) ?? [],
    denialsOf: (merchant) => denials.get(merchant) ?? [],
    paidFrom: (expenseId) => paidFrom.get(expenseId) ?? [],
    paidTo: (merchant) => paidTo.get(merchant) ?? [],
    isUnlearned: (expenseId) => !learned.has(expenseId),
    isOnlyFor: (merchant, expense, payment) =>
      strays !== null &&
      (strays.get(merchant) ?? []).every(
        (stray) =>
          stray.id === payment.id ||
          stray.expenseId === expense.id ||
          stray.booked < expense.created,
      ),
    freeOf: (merchant) =>
      strays && (strays.get(merchant) ?? []).filter(({ expenseId }) => expenseId === null),
    add: (one) => {
      learned.add(one.expenseId)
      paidFrom.set(one.expenseId, insert(paidFrom.get(one.expenseId) ?? [], one))
      paidTo.set(one.merchant, insert(paidTo.get(one.merchant) ?? [], one))
    },
  }
}

function newestFirst(a: { readonly booked: Day }, b: { readonly booked: Day }): number {
  return a.booked < b.booked ? 1 : a.booked > b.booked ? -1 : 0
}

/** Payments kept of one Expense or merchant: an import may add thousands. */
const KEPT = 60

function insert(list: readonly Paid[], one: Paid): Paid[] {
  return [one, ...list].toSorted(newestFirst).slice(0, KEPT)
}
