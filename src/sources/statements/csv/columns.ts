import {
  amountNames,
  balanceNames,
  categoryNames,
  type ColumnName,
  creditNames,
  currencyNames,
  dateNames,
  debitNames,
  descriptionNames,
  directionNames,
  feeNames,
  isForeign,
  mccNames,
  nameOf,
  type Names,
  never,
  payeeNames,
  payerNames,
  pendingNames,
  referenceNames,
  statusNames,
} from './column-names.ts'

/** The meaning of the columns of a CSV file, by position from 0. */
export type Columns = {
  readonly date: number
  /** Set unless both `debit` and `credit` are. */
  readonly amount: number | null
  readonly debit: number | null
  readonly credit: number | null
  /** Says whether unsigned amounts came in or went out. */
  readonly direction: number | null
  /** The other party; of money that goes out, if `payer` is set. */
  readonly merchant: number | null
  readonly description: readonly number[]
  readonly currency: number | null
  /** The account's balance after each row. */
  readonly balance: number | null
  /** The other party of money that comes in, where a file has a column for each direction. */
  readonly payer?: number | null | undefined
  /** Says whether a row is booked, pending, reverted or declined. */
  readonly status?: number | null | undefined
  /** A fee that is not part of the amount and leaves the account with it. */
  readonly fee?: number | null | undefined
  readonly category?: number | null | undefined
  readonly mcc?: number | null | undefined
  /** The bank's id of the transaction. */
  readonly reference?: number | null | undefined
}

/** The columns that could have each meaning by their names, the likeliest first. */
export type Offers = {
  readonly dates: readonly number[]
  /** Columns that are certainly an amount by their names. */
  readonly amounts: readonly number[]
  /** Columns that only have an amount in their names: a debit and a credit column come before them. */
  readonly looseAmounts: readonly number[]
  readonly debits: readonly number[]
  readonly credits: readonly number[]
  readonly directions: readonly number[]
  readonly currencies: readonly number[]
  readonly payees: readonly number[]
  readonly payers: readonly number[]
  /** In the order of the file. */
  readonly descriptions: readonly number[]
  readonly balances: readonly number[]
  readonly statuses: readonly number[]
  /** Columns that say by yes or no whether a row is pending. */
  readonly pendingFlags: readonly number[]
  readonly fees: readonly number[]
  readonly categories: readonly number[]
  readonly mccs: readonly number[]
  readonly references: readonly number[]
}

/** Finds the possible meanings of columns by the names in a header. Null for a record that is not a header. */
export function offerColumns(header: readonly string[]): Offers | null {
  // A record with a value in it is data.
  if (header.some((text) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text.trim()))) return null
  const names = header.map(nameOf)
  const isMoney = (name: ColumnName) => !never.test(name.full)
  const debits = offersOf(names, debitNames, (name) => isMoney(name) && !areBothSides(name))
  const credits = offersOf(names, creditNames, (name) => isMoney(name) && !areBothSides(name))
  const sides = new Set([...debits, ...credits])
  const isAmount = (name: ColumnName) => isMoney(name) && !sides.has(names.indexOf(name))
  return {
    dates: offersOf(names, dateNames, isMoney),
    amounts: offersOf(names, amountNames.slice(0, 3), isAmount),
    looseAmounts: offersOf(
      names,
      amountNames.slice(3),
      (name) => isAmount(name) && !isForeign(name.full),
    ),
    debits,
    credits,
    directions: offersOf(names, directionNames),
    currencies: offersOf(names, currencyNames),
    payees: offersOf(names, payeeNames),
    payers: offersOf(names, payerNames),
    descriptions: offersOf(names, descriptionNames).toSorted((a, b) => a - b),
    balances: offersOf(names, balanceNames),
    statuses: offersOf(names, statusNames),
    pendingFlags: offersOf(names, pendingNames),
    fees: offersOf(names, feeNames),
    categories: offersOf(names, categoryNames),
    mccs: offersOf(names, mccNames),
    references: offersOf(names, referenceNames),
  }
}

/** Names such as `Debit/Credit` say which side an amount is on. */
function areBothSides({ full }: ColumnName): boolean {
  return (
    /\b(debit|debet|soll|debe|dr)\b/.test(full) && /\b(credit|kredit|haben|haber|cr)\b/.test(full)
  )
}

function offersOf(
  names: readonly ColumnName[],
  kinds: Names,
  may: (name: ColumnName) => boolean = () => true,
): number[] {
  const found = new Set<number>()
  for (const kind of kinds) {
    const fits =
      kind instanceof RegExp ? (text: string) => kind.test(text) : (text: string) => kind.has(text)
    for (const [at, name] of names.entries()) {
      if ((fits(name.short) || fits(name.full)) && may(name)) found.add(at)
    }
  }
  return [...found]
}

/** Finds columns by the names in a header. Null for a record that is not a header, as it names no date or no amount. */
export function findColumns(header: readonly string[]): Columns | null {
  const offers = offerColumns(header)
  return offers && chooseByName(offers)
}

/** Takes the first offer of each meaning. Null without a date or an amount. */
export function chooseByName(offers: Offers): Columns | null {
  const taken = new Set<number>()
  const take = (list: readonly number[]) => {
    const at = list.find((one) => !taken.has(one))
    if (at === undefined) return null
    taken.add(at)
    return at
  }
  const date = take(offers.dates)
  if (date === null) return null
  let amount = take(offers.amounts)
  const debit = amount === null ? take(offers.debits) : null
  const credit = amount === null && debit !== null ? take(offers.credits) : null
  const isPair = debit !== null && credit !== null
  if (amount === null && !isPair) amount = take(offers.looseAmounts)
  if (amount === null && !isPair) return null
  const direction = isPair ? null : take(offers.directions)
  const currency = take(offers.currencies)
  const [merchant, payer] = parties(offers, take)
  const balance = take(offers.balances)
  const [status, fee, category] = [
    take(offers.statuses),
    take(offers.fees),
    take(offers.categories),
  ]
  const mcc = take(offers.mccs)
  return {
    date,
    amount,
    debit: isPair ? debit : null,
    credit: isPair ? credit : null,
    direction,
    merchant,
    payer,
    description: offers.descriptions.filter((at) => !taken.has(at)).slice(0, DESCRIPTIONS_MAX),
    currency,
    balance,
    status,
    fee,
    category,
    mcc,
    reference: null,
  }
}

/** Takes the columns of the other party: one, or one for each direction. */
export function parties(
  { payees, payers }: Pick<Offers, 'payees' | 'payers'>,
  take: (list: readonly number[]) => number | null,
): readonly [merchant: number | null, payer: number | null] {
  const payee = take(payees)
  const payer = take(payers)
  return payee === null ? [payer, null] : [payee, payer]
}

export const DESCRIPTIONS_MAX = 4
