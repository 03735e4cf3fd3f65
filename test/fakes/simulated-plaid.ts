import type { Chance } from '#/budget/expenses/rules/given.ts'
import { type PlaidRow, type FakePlaid } from './fake-plaid.ts'
import { plaidAccount } from '../support/plaid.ts'

/** A payment as the bank knows it; Plaid may call it something else. */
export type Payment = {
  readonly name: Name
  readonly merchant: string
  /** Cents out. */
  amount: number
  day: string
  pending: boolean
  /** Days until it leaves the state of being pending, and what becomes of it. */
  readonly wait: number
  readonly becomes: 'linked' | 'booked' | 'tipped' | 'withdrawn'
  /** One of two that nobody can tell apart. */
  readonly isTwin: boolean
  isGone: boolean
  /** Plaid's ids of it, the newest last. */
  readonly ids: string[]
}

/** The last digits of an account's number. */
export type Name = '4820' | '4821'

/** Days of history that a new login lists at once; the rest follows. */
const INITIAL_DAYS = 30

/**
 * A bank at Plaid: payments pend, are booked under other ids with a link to what they were or without, with tips, are
 * corrected and removed; and now and then the bank is linked again, and everything gets new ids.
 */
export function simulatePlaid(
  { state }: FakePlaid,
  { chance, now }: { readonly chance: Chance; readonly now: () => Temporal.Instant },
) {
  let serial = 0
  const payments: Payment[] = []
  /** Rows that a new login has not reported yet. */
  let backlog: Payment[] = []
  const accountIds: Record<Name, string> = { '4820': 'A', '4821': 'B' }
  const today = () => now().toZonedDateTimeISO('UTC').toPlainDate()
  const daysAgo = (days: number) => String(today().subtract({ days }))

  function rowOf(payment: Payment, replaces: string | null = null): PlaidRow {
    const { name, amount, day, pending, merchant, ids } = payment
    return {
      id: ids.at(-1)!,
      account: accountIds[name],
      amount: amount / 100,
      date: day,
      pending,
      merchant,
      name: merchant.toUpperCase(),
      replaces,
    }
  }

  function tell(payment: Payment, replaces: string | null = null): void {
    state.happened.push({ upsert: rowOf(payment, replaces) })
  }

  /** Payments of a day, by default today's. */
  function pay(day = String(today())): void {
    serial += 1
    const pending = day === String(today()) && chance.below(3) > 0
    const isTwin = chance.below(6) === 0
    const becomes = chance.pick(['linked', 'booked', 'tipped', 'withdrawn'] as const)
    for (const twin of isTwin ? ['', 'x'] : ['']) {
      const payment: Payment = {
        name: chance.pick(['4820', '4820', '4821'] as const),
        merchant: `Shop ${word(serial)}`,
        amount: serial * 1000 + chance.below(200),
        day,
        pending,
        wait: 1 + chance.below(6),
        becomes: isTwin && becomes === 'tipped' ? 'booked' : becomes,
        isTwin,
        isGone: false,
        ids: [`t${serial}${twin}`],
      }
      // Equal in all that can be seen.
      const first = twin ? payments.at(-1)! : payment
      const { name, amount, wait } = first
      const one = { ...payment, name, amount, wait }
      payments.push(one)
      tell(one)
    }
  }

  /** Books or drops the payments that have been pending long enough. */
  function progress(): void {
    for (const payment of payments) {
      const { pending, isGone, day, wait, becomes, ids } = payment
      if (!pending || isGone || day > daysAgo(wait)) continue
      const was = ids.at(-1)!
      state.happened.push({ remove: was, account: accountIds[payment.name] })
      if (becomes === 'withdrawn') {
        payment.isGone = true
        continue
      }
      payment.pending = false
      payment.day = String(today())
      if (becomes === 'tipped') payment.amount += Math.round(payment.amount / 5)
      ids.push(`b${was}`)
      tell(payment, becomes === 'linked' ? was : null)
    }
  }

  /** Plaid reports a booked payment with another amount. */
  function correct(): void {
    const lately = payments.filter(
      ({ pending, isGone, isTwin, day }) => !pending && !isGone && !isTwin && day >= daysAgo(9),
    )
    if (lately.length === 0) return
    const payment = chance.pick(lately as [Payment])
    payment.amount += 7
    tell(payment)
  }

  /** Links the bank again by `link`: another login, other accounts, other ids; older rows are reported later. */
  async function relink(link: (itemId: string) => Promise<unknown>): Promise<void> {
    serial += 1
    accountIds['4820'] = `A${serial}`
    accountIds['4821'] = `B${serial}`
    offer()
    await link(`item-${serial}`)
    const there = payments.filter(({ isGone }) => !isGone)
    for (const { ids } of there) ids.push(`${ids[0]}-${serial}`)
    const isNew = ({ day, pending }: Payment) => pending || day >= daysAgo(INITIAL_DAYS)
    for (const payment of there.filter(isNew)) tell(payment)
    backlog = there.filter((payment) => !isNew(payment))
    state.status = 'INITIAL_UPDATE_COMPLETE'
  }

  /** A new login lists the rest of its history. */
  function tellRest(): void {
    for (const payment of backlog) tell(payment)
    backlog = []
    state.status = 'HISTORICAL_UPDATE_COMPLETE'
  }

  /** One account has an id that outlives its login, the other has not. */
  function offer(): void {
    state.accounts = [
      plaidAccount(accountIds['4820'], { name: 'Checking 4820', mask: '4820' }),
      plaidAccount(accountIds['4821'], { name: 'Savings 4821', mask: '4821', persistent: 'B' }),
    ]
  }

  offer()
  return { payments, today, pay, progress, correct, relink, tellRest }
}

function word(number: number): string {
  const letters = 'bcdfghjklmnpqrstvwxz'
  return (number >= 20 ? word(Math.floor(number / 20)) : '') + letters[number % 20]! + 'o'
}
