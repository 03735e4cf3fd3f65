import type { Chance } from '#/budget/expenses/rules/given.ts'
import type { EuropeanRow, FakeEnableBanking } from './enable-banking.ts'

/** A payment as the bank knows it; it may call it something else each time. */
export type Payment = {
  readonly hash: string
  readonly merchant: string
  /** Cents, negative for spending. */
  amount: number
  day: string
  pending: boolean
  /** Days until it leaves the state of being pending, and what becomes of it. */
  readonly wait: number
  readonly becomes: 'same' | 'renamed' | 'tipped' | 'withdrawn'
  readonly isTwin: boolean
  /** The other side is a payment of another account of the same person. */
  readonly isTransfer: boolean
  isGone: boolean
  /** Null: the bank gives it none, or one that says nothing. */
  reference: string | null
}

/**
 * A Spanish bank: payments pend with a reference, with none or with a zero; they are booked under the same or another one, with
 * tips, or not at all; and now and then the bank gives everything other references.
 */
export function simulateEurope(
  { state }: FakeEnableBanking,
  { chance, now }: { readonly chance: Chance; readonly now: () => Temporal.Instant },
) {
  let serial = 0
  const payments: Payment[] = []
  const openings = new Map(state.accounts.map(({ hash, balance }) => [hash, centsOf(balance)]))
  /** Corrected since the last import that went well. */
  const corrected = new Set<Payment>()
  let isRenamed = false
  const today = () => now().toZonedDateTimeISO('UTC').toPlainDate()
  const daysAgo = (days: number) => String(today().subtract({ days }))

  function rowOf(payment: Payment): EuropeanRow {
    const { amount, pending, day, merchant, reference } = payment
    return {
      reference: reference ?? (pending ? '0' : undefined),
      amount: textOf(Math.abs(amount)),
      side: amount < 0 ? 'DBIT' : 'CRDT',
      status: pending ? 'PDNG' : 'BOOK',
      booked: pending ? null : day,
      made: pending ? day : null,
      party: merchant,
      text: `COMPRA ${merchant.toUpperCase()}`,
    }
  }

  /** The books of the bank: an account holds its opening balance and everything booked since. */
  const balanceOf = (account: string) =>
    payments
      .filter(({ hash, isGone, pending }) => hash === account && !isGone && !pending)
      .reduce((sum, { amount }) => sum + amount, openings.get(account)!)

  /** Has the bank list its payments, the newest first as most do, and what its books say. */
  function show(): void {
    for (const account of state.accounts) {
      const own = payments.filter(({ hash, isGone }) => hash === account.hash && !isGone)
      account.rows = own.map(rowOf).toReversed()
      account.balance = textOf(balanceOf(account.hash))
    }
  }

  /** A payment of a day, by default today's; now and then two that nobody can tell apart. */
  function pay(day = String(today())): void {
    serial += 1
    const pending = day === String(today()) && chance.below(3) > 0
    const isTwin = chance.below(6) === 0
    const picked = chance.pick(['same', 'renamed', 'tipped', 'withdrawn'] as const)
    const hash = chance.pick(state.accounts.map((one) => one.hash) as [string])
    const amount = -(serial * 1000 + chance.below(200))
    const wait = 1 + chance.below(6)
    const reference = chance.below(3) === 0 ? null : `r${serial}`
    for (const twin of isTwin ? ['', 'x'] : ['']) {
      payments.push({
        hash,
        merchant: `Tienda ${word(serial)}`,
        amount,
        day,
        pending,
        wait,
        becomes: isTwin && picked === 'tipped' ? 'renamed' : picked,
        isTwin,
        isTransfer: false,
        isGone: false,
        reference: reference && `${reference}${twin}`,
      })
    }
  }

  /** Money from one account of the person to another. */
  function transfer(): void {
    serial += 1
    const amount = serial * 1000 + chance.below(200)
    const day = String(today())
    for (const [index, { hash }] of state.accounts.slice(0, 2).entries()) {
      const reference = chance.below(2) === 0 ? null : `t${serial}-${index}`
      const sides = { hash, amount: index === 0 ? -amount : amount, reference }
      const always = { pending: false, wait: 0, becomes: 'same', isTwin: false } as const
      const merchant = `Traspaso ${word(serial)}`
      payments.push({ ...sides, ...always, merchant, day, isTransfer: true, isGone: false })
    }
  }

  /** Books or drops the payments that have been pending long enough. */
  function progress(): void {
    for (const payment of payments) {
      const { pending, isGone, day, wait, becomes } = payment
      if (!pending || isGone || day > daysAgo(wait)) continue
      if (becomes === 'withdrawn') {
        payment.isGone = true
        continue
      }
      payment.pending = false
      payment.day = String(today())
      if (becomes === 'tipped') payment.amount += Math.round(payment.amount / 5)
      if (becomes !== 'same') payment.reference = payment.reference && `b${payment.reference}`
    }
  }

  /** The bank corrects the amount of a booked payment that it has a reference for. */
  function correct(among: readonly Payment[] = payments): void {
    const lately = among.filter(
      ({ pending, isGone, isTwin, isTransfer, day, reference }) =>
        !pending && !isGone && !isTwin && !isTransfer && reference !== null && day >= daysAgo(9),
    )
    if (lately.length === 0 || isRenamed) return
    const payment = chance.pick(lately as [Payment])
    payment.amount -= 7
    corrected.add(payment)
  }

  /** The bank changes all references, or takes them away; not together with the amount, which nobody could follow. */
  function rename(): void {
    serial += 1
    isRenamed = true
    for (const [index, payment] of payments.entries()) {
      if (payment.pending || corrected.has(payment)) continue
      payment.reference = chance.below(4) === 0 ? null : `n${serial}-${index}`
    }
  }

  function imported(): void {
    corrected.clear()
    isRenamed = false
  }

  return {
    payments,
    today,
    pay,
    transfer,
    balanceOf,
    openings,
    progress,
    correct,
    rename,
    show,
    imported,
  }
}

function centsOf(text: string): number {
  return Math.round(Number(text) * 100)
}

function textOf(cents: number): string {
  return (cents / 100).toFixed(2)
}

function word(number: number): string {
  const letters = 'bcdfghjklmnpqrstvwxz'
  return (number >= 20 ? word(Math.floor(number / 20)) : '') + letters[number % 20]! + 'o'
}
