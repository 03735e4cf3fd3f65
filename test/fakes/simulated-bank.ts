import type { Chance } from '#/budget/expenses/rules/given.ts'
import { type Bank, noon } from '../support/bank.ts'
import type { FakeAccount, FakeTransaction } from './fake-simplefin.ts'

/** A payment that is pending at the bank. */
export type Payment = {
  readonly account: FakeAccount
  readonly amount: number
  readonly merchant: string
  readonly day: string
  /** Days until it leaves the state of being pending. */
  wait: number
  readonly becomes: 'booked' | 'renamed' | 'tipped' | 'withdrawn'
  row: FakeTransaction
}

export const money = (cents: number) => (cents / 100).toFixed(2)

/**
 * A bank whose customers pay at random: it lists payments as pending, books, tips, changes and withdraws them, uses ids
 * again, and calls accounts otherwise.
 */
export function simulateBank(
  bank: Bank,
  given: {
    readonly chance: Chance
    readonly now: () => Temporal.Instant
    /** Merchants whose payments keep the amount they were made of. */
    readonly pushed: ReadonlySet<string>
  },
) {
  const { chance, pushed } = given
  let serial = 0
  const open: Payment[] = []
  /** Rows that the bank has said goodbye to, though they were booked: their ids are used again. */
  const retired: { account: FakeAccount; row: FakeTransaction }[] = []
  /** The former ids of rows whose account came back under another id. */
  const formerIds = new WeakMap<FakeTransaction, readonly string[]>()
  /** Every id that a row has had. */
  const idsOf = (row: FakeTransaction) => [row.id, ...(formerIds.get(row) ?? [])]
  const today = () => given.now().toZonedDateTimeISO('UTC').toPlainDate()

  function pay(account = chance.pick(bank.state.accounts as [FakeAccount])): void {
    serial += 1
    const merchant = `${chance.pick(['Bakery', 'Cinema', 'Garage', 'Market'] as const)} ${words(serial)}`
    // Each amount belongs to one payment, tips included; twins are made on purpose.
    const amount = -(1000 + serial * 1000 + chance.below(200))
    const becomes = chance.pick(['booked', 'renamed', 'renamed', 'tipped', 'withdrawn'] as const)
    const isPending = chance.below(3) > 0
    const twins = chance.below(6) === 0 ? 2 : 1
    for (let twin = 0; twin < twins; twin += 1) {
      const id = `${isPending ? 'p' : 'b'}${serial}${twin ? 'x' : ''}`
      const row: FakeTransaction = {
        id,
        amount: money(amount),
        description: merchant.toUpperCase(),
        payee: merchant,
        ...(isPending
          ? { posted: 0, pending: true, transacted_at: noon(String(today())) }
          : { posted: noon(String(today())) }),
      }
      account.transactions.push(row)
      if (!isPending) continue
      const how = twins > 1 && becomes === 'tipped' ? 'renamed' : becomes
      const wait = 1 + chance.below(6)
      open.push({ account, amount, merchant, day: String(today()), wait, becomes: how, row })
    }
  }

  /** The bank books, drops or changes pending payments. */
  function progress(): void {
    for (const one of open.splice(0)) {
      const age = today().since(Temporal.PlainDate.from(one.day)).days
      if (age < one.wait) {
        open.push(one)
        continue
      }
      const rows = one.account.transactions
      rows.splice(rows.indexOf(one.row), 1)
      if (one.becomes === 'withdrawn') continue
      const { pending: _, transacted_at: __, ...rest } = one.row
      const tip = one.becomes === 'tipped' ? Math.round(one.amount / 5) : 0
      // Now and then the bank calls the merchant by another name once it has booked.
      const isCalledOtherwise =
        one.becomes === 'booked' && !pushed.has(one.merchant) && chance.below(3) === 0
      rows.push({
        ...rest,
        ...(isCalledOtherwise && { payee: `${one.merchant} Holding` }),
        id: one.becomes === 'booked' ? one.row.id : `r${one.row.id}`,
        amount: money(one.amount + tip),
        posted: noon(String(today())),
      })
    }
  }

  /** The bank corrects a booked row that is recent enough to be read again. */
  function correct(): void {
    const account = chance.pick(bank.state.accounts as [FakeAccount])
    const lately = (account.transactions as FakeTransaction[]).filter(
      ({ posted, payee }) => posted > bank.state.now() - 3 * 86_400 && !pushed.has(String(payee)),
    )
    if (lately.length === 0) return
    const row = chance.pick(lately as [FakeTransaction])
    row.amount = money(Math.round(Number(row.amount) * 100) - 7)
  }

  /** An id is used again, once its old row is far behind. */
  function reuse(): void {
    const account = chance.pick(bank.state.accounts as [FakeAccount])
    const rows = account.transactions as FakeTransaction[]
    const old = rows.findIndex(
      ({ posted }) => posted > 0 && posted < bank.state.now() - 100 * 86_400,
    )
    if (old < 0) return
    const [row] = rows.splice(old, 1)
    retired.push({ account, row: row! })
    serial += 1
    const merchant = `Florist ${words(serial)}`
    rows.push({
      id: row!.id,
      posted: noon(String(today())),
      amount: money(-(1000 + serial * 1000)),
      description: merchant,
      payee: merchant,
    })
  }

  /** Gives an account another id, as after a new connection of its bank; half of the time its rows too. */
  function rename(account: FakeAccount): void {
    serial += 1
    account.id = `${account.name}-${serial}`
    if (chance.below(2) === 0) return
    for (const row of account.transactions as FakeTransaction[]) {
      formerIds.set(row, [...idsOf(row)])
      row.id = `${row.id}-${serial}`
    }
  }

  /** The bank leaves a pending payment out of one answer; what is returned puts it back. */
  function lose(): () => void {
    if (open.length === 0 || chance.below(3) > 0) return () => {}
    const { account, row } = chance.pick(open as [Payment])
    account.transactions.splice(account.transactions.indexOf(row), 1)
    return () => void account.transactions.push(row)
  }

  return { open, retired, today, pay, progress, correct, reuse, rename, lose, idsOf }
}

/** A name of its own for each number, so that no two merchants are alike. */
function words(number: number): string {
  const letters = (value: number): string =>
    (value >= 20 ? letters(Math.floor(value / 20)) : '') + 'bcdfghjklmnpqrstvwxz'[value % 20]
  return `${letters(number)}o ${letters(number)}e`
}
