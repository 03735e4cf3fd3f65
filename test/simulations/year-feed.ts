// The bank of a simulated household: shows each evening what is pending and what is booked, and what the accounts hold.
import { addDays, type Day } from '#/core/values/day.ts'
import type { FakeAccount, FakeTransaction } from '../fakes/fake-simplefin.ts'
import { money } from '../fakes/simulated-bank.ts'
import { bankAccount, noon } from '../support/bank.ts'
import type { Payment } from './year-payments.ts'
import type { AccountName, Terms } from './year-terms.ts'

export type Feed = {
  readonly accounts: readonly FakeAccount[]
  /** The account of the bank by its id. */
  readonly names: ReadonlyMap<string, AccountName>
  /** Shows the bank as it is on the evening of a day; days ascend. */
  readonly show: (day: Day) => void
  /** The payment that a row of the bank belongs to. */
  readonly paymentOf: (externalId: string) => Payment
  /** Cents that are left in cash on that evening, when what is pending has been paid too. */
  readonly cash: () => number
}

const OPENING = { checking: 1_800_000, savings: 600_000 }

export function createFeed({ cards, first }: Terms, payments: readonly Payment[]): Feed {
  const accounts = new Map<AccountName, FakeAccount>([
    ['checking', bankAccount('CHK', { name: 'Everyday Checking (7712)', currency: 'USD' })],
    ['savings', bankAccount('SAV', { name: 'Savings (4410)', currency: 'USD' })],
    ...cards.map(({ ref, name }) => {
      return [ref, bankAccount(ref.toUpperCase(), { name, currency: 'USD' })] as const
    }),
  ])
  const balances = new Map<AccountName, number>([
    ['checking', OPENING.checking],
    ['savings', OPENING.savings],
    ...cards.map(({ ref, owed }) => [ref, -owed] as const),
  ])
  const byRow = new Map<string, Payment>()
  for (const one of payments) for (const id of [pendingId(one), bookedId(one)]) byRow.set(id, one)
  const seen = groupBy(payments, ({ day, bookedOn, pending }) => (pending ? day : bookedOn))
  const booked = groupBy(payments, ({ bookedOn }) => bookedOn)
  const open = new Map<Payment, FakeTransaction>()
  let shown = addDays(first, -1)

  function showDay(day: Day): void {
    for (const one of seen.get(day) ?? []) {
      if (!one.pending || one.bookedOn === day) continue
      const row = pendingRow(one)
      open.set(one, row)
      accounts.get(one.account)!.transactions.push(row)
    }
    for (const one of booked.get(day) ?? []) {
      const rows = accounts.get(one.account)!.transactions
      const before = open.get(one)
      if (before) rows.splice(rows.indexOf(before), 1)
      open.delete(one)
      rows.push(bookedRow(one))
      balances.set(one.account, balances.get(one.account)! + one.amount)
    }
  }

  return {
    accounts: [...accounts.values()],
    names: new Map([...accounts].map(([name, { id }]) => [id, name])),
    show: (day) => {
      while (shown < day) {
        shown = addDays(shown, 1)
        showDay(shown)
      }
      for (const [name, account] of accounts) {
        account.balance = money(balances.get(name)!)
        account['balance-date'] = noon(day)
      }
    },
    paymentOf: (externalId) => byRow.get(externalId)!,
    cash: () => {
      const held = balances.get('checking')! + balances.get('savings')!
      const waiting = [...open.keys()].filter(({ account }) => !account.startsWith('card'))
      return held + waiting.reduce((sum, { pending }) => sum + Math.min(0, pending!.amount), 0)
    },
  }
}

function pendingId(one: Payment): string {
  return one.keepsId ? bookedId(one) : `${one.id}-pending`
}

function bookedId({ id }: Payment): string {
  return `TRN-${id}`
}

function pendingRow(one: Payment): FakeTransaction {
  const { amount, text } = one.pending!
  return {
    id: pendingId(one),
    posted: 0,
    pending: true,
    transacted_at: noon(one.day),
    amount: money(amount),
    description: text,
    ...(one.payee !== null && { payee: one.payee }),
  }
}

function bookedRow(one: Payment): FakeTransaction {
  return {
    id: bookedId(one),
    posted: noon(one.bookedOn),
    transacted_at: noon(one.day),
    amount: money(one.amount),
    description: one.text,
    ...(one.payee !== null && { payee: one.payee }),
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => Day): Map<Day, T[]> {
  const groups = new Map<Day, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
