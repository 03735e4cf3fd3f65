import { meanDays } from '#/core/calendar/occurrences.ts'
import type { Cents } from '#/core/values/cents.ts'
import { daysBetween } from '#/core/values/day.ts'
import type { Candidate, Choice, Evidence, Payment } from './evidence.ts'
import { type BillFit, completes, fitBill, isSimilar } from './fit-bill.ts'

/** The reason why Earmark assigns or suggests an Expense, as it is stored and shown. */
export type AssignmentWhy = (
  | { readonly by: 'rule'; readonly rule_id: string | null }
  /** `count` of the last three payments of the merchant were assigned so by people. */
  | { readonly by: 'choices'; readonly count: number }
  | { readonly by: 'proposal' }
  | { readonly by: 'name' }
  | { readonly by: 'amount' }
  | { readonly by: 'refund' }
  | { readonly by: 'card' }
) & {
  /** Only if the amount differs from the one that was expected. */
  readonly changed_price?: { readonly from: Cents; readonly to: Cents }
}

/** The Expense of a payment: surely, or as a suggestion that waits for a person. */
export type Verdict = {
  readonly isSure: boolean
  readonly expenseId: string
  readonly why: AssignmentWhy
}

/** A verdict with how well it fits, to compare it with those about other Expenses. */
type Ranked = Verdict & {
  /** The order of evidence: a person's choice before a proposal before a name before an amount. */
  readonly rank: number
  readonly off: number
  readonly away: number
}

/** The last choices of people that must agree before Earmark assigns by them alone. */
const CHOICES = 3
/** Days after a payment in which a refund of it may come. */
const REFUND_DAYS = 90
/** Days before an Expense was made in which a payment may still be meant for it: it was imported late. */
const BEFORE_DAYS = 10
/** Differences of amounts, as a share, and of days that decide between two bills. */
const OFF_MARGIN = 0.02
const AWAY_MARGIN = 3

/**
 * Finds the Expense that a payment is spent from. Null: from free-to-spend. A rule of people decides; then what people
 * chose for the merchant, the payee of a proposal, a name, and last an amount, which only suggests.
 */
export function chooseExpense(payment: Payment, evidence: Evidence): Verdict | null {
  const ruled = byRule(payment, evidence)
  if (ruled) return ruled
  if (payment.amount === 0) return null
  const about = evidence.expenses.filter((expense) => mayBe(payment, expense, evidence))
  if (payment.amount > 0) {
    const refunded = byRefund(payment, about, evidence)
    if (refunded) return refunded
  }
  const found = about.flatMap((expense) => judge(payment, expense, evidence) ?? [])
  const linked = found.length > 0 ? found : byAmount(payment, about, evidence)
  return settleBetween(linked)
}

function byRule({ rule, booked }: Payment, { expenses }: Evidence): Verdict | null {
  const expense = expenses.find(({ id }) => id === rule?.expenseId)
  if (rule === null || !expense) return null
  if (daysBetween(booked, expense.created) > BEFORE_DAYS) return null
  const { id, expenseId } = rule
  return { isSure: booked >= expense.created, expenseId, why: { by: 'rule', rule_id: id } }
}

/** Returns false if the payment is too old for an Expense, or if a person said that such payments are not spent from it. */
function mayBe(payment: Payment, expense: Candidate, evidence: Evidence): boolean {
  if (daysBetween(payment.booked, expense.created) > BEFORE_DAYS) return false
  const isAbout = aboutSuch(payment, expense, evidence)
  // The id comes first: a household has up to two thousand Expenses, and few of them were ever chosen.
  const ofOthers = (one: Choice) =>
    (one.expenseId === null || one.expenseId === expense.id) && isAbout(one)
  const choice = evidence.choicesOf(payment.merchant).find(ofOthers)
  if (choice?.expenseId === null) return false
  const denial = evidence
    .denialsOf(payment.merchant)
    .find((one) => one.expenseId === expense.id && isAbout({ ...one, expenseId: null }))
  return !denial || (choice !== undefined && choice.booked >= denial.booked)
}

/**
 * Returns which decisions of people hold for a payment: those about similar amounts. A decision that another payment is
 * not spent from a bill does not hold for payments of the bill's exact price. It does not hold either if the bill was paid
 * by another payment at that time.
 */
function aboutSuch(payment: Payment, expense: Candidate, evidence: Evidence) {
  const paid = evidence.paidFrom(expense.id)
  const isPrice = () =>
    expense.target === -payment.amount || paid.some(({ amount }) => amount === payment.amount)
  const half = meanDays(expense) / 2
  const isPaidBeside = (one: Choice) =>
    paid.some(
      ({ amount, booked }) =>
        isSimilar(amount, one.amount) && Math.abs(daysBetween(booked, one.booked)) <= half,
    )
  return (one: Choice): boolean => {
    if (!isSimilar(payment.amount, one.amount)) return false
    if (one.expenseId !== null || expense.kind !== 'bill') return true
    return !(one.amount !== payment.amount && isPrice()) && !isPaidBeside(one)
  }
}

function judge(payment: Payment, expense: Candidate, evidence: Evidence): Ranked | null {
  const found =
    expense.kind === 'bill' || (expense.kind === 'card' && expense.anchor !== null)
      ? judgeBill(payment, expense, evidence)
      : judgeEnvelope(payment, expense, evidence)
  // The money in an Expense is for payments after its creation, so an earlier payment is at most suggested.
  return found && payment.booked < expense.created ? { ...found, isSure: false } : found
}

/** The evidence that a merchant is the payee of an Expense, strongest first. */
type Link = {
  readonly rank: number
  readonly why: AssignmentWhy
  /** The names are not the same: one is part of the other. */
  readonly isLoose: boolean
}

function linkOf(payment: Payment, expense: Candidate, evidence: Evidence): Link | null {
  const { merchant } = payment
  const choices = evidence.choicesOf(merchant).filter(({ amount }) => amount < 0)
  const count = choices.filter(({ expenseId }) => expenseId === expense.id).length
  if (count > 0) {
    const why = { by: 'choices' as const, count: Math.min(count, CHOICES) }
    return { rank: 1, why, isLoose: false }
  }
  if (evidence.payeesOf(merchant).some(({ expenseId }) => expenseId === expense.id)) {
    return { rank: 2, why: { by: 'proposal' }, isLoose: false }
  }
  // Programs and transfers are matched by what people said, not by names.
  if (payment.isRecorded || payment.type === 'transfer') return null
  const likeness = compareNames(merchant, expense.key)
  return likeness && { rank: 3, why: { by: 'name' }, isLoose: likeness === 'part' }
}

/** Compares two keys word by word: the same words, or one is contained in the other. */
export function compareNames(merchant: string, name: string): 'same' | 'part' | null {
  const [some, others] = [wordsOf(merchant), wordsOf(name)]
  if (some.size === 0 || others.size === 0) return null
  const [small, large] = some.size <= others.size ? [some, others] : [others, some]
  if (![...small].every((word) => large.has(word))) return null
  if (small.size === large.size) return 'same'
  return [...small].join('').length >= PART_LENGTH ? 'part' : null
}

/** The least letters of a name that is part of another one. */
const PART_LENGTH = 4

function wordsOf(key: string): Set<string> {
  return new Set(key.split('-').filter((word) => word !== ''))
}

/** Judges an outgoing payment against a bill, which has an amount and due dates. */
function judgeBill(payment: Payment, expense: Candidate, evidence: Evidence): Ranked | null {
  if (payment.amount > 0) return null
  const link = linkOf(payment, expense, evidence)
  if (!link) return null
  const fit = fitBill(payment, expense, evidence)
  const isSure = judgeFit(payment, fit, { expense, link, evidence })
  if (isSure === null) return null
  const amount = -payment.amount
  // The amount of a card's bill differs each month, so it is not reported as a changed price.
  const isOther =
    !expense.isCard && fit.paid <= 0 && fit.amount !== 'exact' && fit.amount !== 'less'
  return {
    isSure: isSure && !fit.isBefore,
    expenseId: expense.id,
    why: {
      ...link.why,
      ...(isOther &&
        fit.expected !== null && { changed_price: { from: fit.expected, to: amount } }),
    },
    rank: link.rank,
    off: fit.off,
    away: Math.abs(fit.away),
  }
}

type Linked = {
  readonly expense: Candidate
  readonly link: Link
  readonly evidence: Evidence
}

/** Returns true if the payment surely pays the bill, false for a suggestion, null for neither. */
function judgeFit(payment: Payment, fit: BillFit, linked: Linked): boolean | null {
  const { expense, link, evidence } = linked
  const isNear = fit.amount === 'exact' || fit.amount === 'close'
  if (link.isLoose) {
    if (!isNear) return null
    return fit.amount === 'exact' && fit.expected !== null && fit.isInWindow && fit.paid <= 0
  }
  const { expected, paid } = fit
  // If the household also buys other things from this merchant, only the steady price identifies the bill.
  const isOtherThing = fit.isSteady && !fit.isPrice && isShop(payment, expense, evidence)
  if (isOtherThing && (paid > 0 || !fit.isInWindow)) return null
  if (paid > 0) {
    // The due date is paid, or a part of it: the rest completes it, anything else may be a double charge.
    if (expected !== null && completes(-payment.amount, paid, expected)) return true
    return isNear || (fit.isInWindow && expected !== null && paid - payment.amount <= expected)
      ? false
      : null
  }
  if (!fit.isInWindow) return isNear ? false : null
  if (isNear) {
    return (
      !isOtherThing &&
      !isElsewhere(payment, expense, evidence) &&
      (expected !== null || link.rank < 3)
    )
  }
  const isOnly = evidence.isOnlyFor(payment.merchant, expense, payment)
  if (fit.amount === 'far') return isOnly || (link.rank < 3 ? false : null)
  return isOnly ? false : null
}

/** Returns true if the household has paid the merchant from free-to-spend since the Expense exists, or may have. */
function isShop(
  { merchant, id, isRecorded }: Payment,
  { created }: Candidate,
  { freeOf }: Evidence,
): boolean {
  const free = freeOf(merchant)
  return free ? free.some((one) => one.id !== id && one.booked >= created) : !isRecorded
}

/** Returns true for a merchant that sells other things, too, if the bill has always been paid from other accounts. */
function isElsewhere(payment: Payment, expense: Candidate, evidence: Evidence): boolean {
  const before = evidence
    .paidFrom(expense.id)
    .filter(({ merchant, id }) => merchant === payment.merchant && id !== payment.id)
  if (before.length === 0) return false
  if (before.some(({ accountId }) => accountId === payment.accountId)) return false
  return isShop(payment, expense, evidence)
}

/**
 * Judges a payment by what people chose for its merchant: envelopes, goals and single dates have no amount to compare
 * with. The last three choices must agree.
 */
function judgeEnvelope(payment: Payment, expense: Candidate, evidence: Evidence): Ranked | null {
  const { bills } = evidence
  const choices = evidence
    .choicesOf(payment.merchant)
    .filter(({ amount, expenseId }) => {
      return amount < 0 === payment.amount < 0 && (expenseId === null || !bills.has(expenseId))
    })
    .slice(0, CHOICES)
  const count = choices.filter(({ expenseId }) => expenseId === expense.id).length
  const ranked = { expenseId: expense.id, off: 1, away: 0 }
  if (count > 0) {
    const why = { by: 'choices' as const, count }
    // The latest choice comes first among several Expenses.
    const rank = 1 + choices.findIndex(({ expenseId }) => expenseId === expense.id) / 10
    return { ...ranked, isSure: count === CHOICES, why, rank }
  }
  if (payment.amount > 0 || choices.length > 0) return null
  const link = linkOf(payment, expense, evidence)
  return link && !link.isLoose ? { ...ranked, isSure: false, why: link.why, rank: link.rank } : null
}

/** Suggests bills that nothing is known of but the amount, which is the payment's, on a day near their due date. */
function byAmount(payment: Payment, expenses: readonly Candidate[], evidence: Evidence): Ranked[] {
  if (payment.amount > 0 || payment.isRecorded || payment.type === 'transfer') return []
  return expenses.flatMap((expense) => {
    if (expense.target !== -payment.amount || expense.anchor === null) return []
    if (expense.kind !== 'bill' && expense.kind !== 'one_off') return []
    if (!evidence.isUnlearned(expense.id)) return []
    const fit = fitBill(payment, expense, evidence)
    if (!fit.isInWindow || fit.paid > 0 || fit.isBefore) return []
    const why = { by: 'amount' as const }
    const { off, away } = fit
    return { isSure: false, expenseId: expense.id, why, rank: 4, off, away: Math.abs(away) }
  })
}

/** Finds the payment that a refund returns: the same merchant and amount, or a part of it. */
function byRefund(
  payment: Payment,
  expenses: readonly Candidate[],
  { paidTo, freeOf }: Evidence,
): Verdict | null {
  const { merchant, amount, booked, type, id } = payment
  if (type === 'transfer') return null
  const open = new Set(expenses.map(({ id: one }) => one))
  const known = paidTo(merchant).filter((one) => one.id !== id && open.has(one.expenseId))
  const before = known.filter((one) => {
    const days = daysBetween(one.booked, booked)
    return one.amount < 0 && days >= 0 && days <= REFUND_DAYS
  })
  const refunds = known.filter((one) => one.amount > 0)
  const isLeft = (one: { readonly amount: Cents; readonly expenseId: string }) => {
    const alike = (other: { readonly amount: Cents; readonly expenseId: string }) =>
      other.expenseId === one.expenseId && Math.abs(other.amount) === -one.amount
    return refunds.filter(alike).length < before.filter(alike).length
  }
  const whole = before.find((one) => one.amount === -amount && isLeft(one))
  // It may return something that was paid from free-to-spend: a purchase, or the second of two charges.
  const free = freeOf(merchant)?.filter((one) => {
    const days = daysBetween(one.booked, booked)
    return days >= 0 && days <= REFUND_DAYS
  })
  const why = { by: 'refund' as const }
  if (whole) {
    const isSure = free ? free.every((one) => one.amount !== -amount) : payment.isRecorded
    return { isSure, expenseId: whole.expenseId, why }
  }
  if (free ? free.some((one) => -one.amount >= amount) : !payment.isRecorded) return null
  const part = before.find((one) => -one.amount > amount)
  return part ? { isSure: false, expenseId: part.expenseId, why } : null
}

/** Decides between several Expenses: by amount, then by due date. What stays open is a suggestion of the nearest. */
function settleBetween(found: readonly Ranked[]): Verdict | null {
  const sure = found.filter(({ isSure }) => isSure)
  const [best, next] = (sure.length > 0 ? sure : found).toSorted(
    (a, b) =>
      compareBy(a.off, b.off, OFF_MARGIN) || compareBy(a.away, b.away, 0) || a.rank - b.rank,
  )
  if (!best) return null
  const nearer = found.find((one) => !one.isSure && one.off + OFF_MARGIN < best.off)
  if (best.isSure && nearer && nearer.rank <= best.rank) return verdictOf(nearer, false)
  const isClear =
    !next ||
    compareBy(best.off, next.off, OFF_MARGIN) !== 0 ||
    compareBy(best.away, next.away, AWAY_MARGIN) !== 0 ||
    best.rank < next.rank
  return verdictOf(best, best.isSure && isClear)
}

function compareBy(a: number, b: number, margin: number): number {
  return Math.abs(a - b) <= margin ? 0 : a - b
}

function verdictOf({ expenseId, why }: Ranked, isSure: boolean): Verdict {
  return { isSure, expenseId, why }
}
