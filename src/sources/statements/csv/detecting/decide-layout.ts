import { fold } from '#/core/values/fold.ts'
import { MappingFault } from '#/sources/statements/fault.ts'
import { excerpt } from '#/sources/statements/plain-amount.ts'
import type { DecimalSign } from '#/sources/statements/csv/amounts.ts'
import { fits } from './arithmetic.ts'
import { habitOf } from '#/sources/statements/csv/decimal-sign.ts'
import type { Columns } from '#/sources/statements/csv/columns.ts'
import type { DateOrder } from '#/sources/statements/csv/dates.ts'
import type { Evidence, WayWithFit, SidedSigns } from './evidence.ts'
import type { KnownLayout } from '#/sources/statements/csv/known-layouts.ts'
import type {
  DetectedLayout,
  Layout,
  LayoutOptions,
  Mapping,
  Question,
} from '#/sources/statements/csv/layout.ts'
import type { Spending } from './spending.ts'

/** The findings from before the rows were read. */
export type Found = {
  readonly options: LayoutOptions
  /** The choices of a person. */
  readonly mapping: Mapping
  readonly header: readonly string[]
  readonly skipped: number
  readonly known: KnownLayout | null
  readonly columns: Columns
  readonly otherDates: readonly number[]
  readonly otherMoney: readonly number[]
  readonly isPendingFlag: boolean
}

/**
 * Decides the layout from the evidence of all rows, and asks a person where nothing decides. Throws StatementFault if the
 * rows contradict each other.
 */
export function decideLayout(evidence: Evidence, found: Found): DetectedLayout {
  const { mapping, columns } = found
  const best = bestWay(evidence, isFeeSure(found))
  const isProven = fits(best.fit)
  const sided = isProven
    ? { way: best.way, isOpen: false }
    : withoutProof(evidence, { best, found })
  const { way } = sided
  const spending = decideSpending(evidence, { found, best: { ...best, way } })
  const fee = decideFee(evidence, { found, best: { ...best, way } })
  const decimal = decideDecimal(evidence, found)
  const dates = decideOrder(evidence, found)
  const final: Columns = {
    ...columns,
    ...way.columns,
    status: way.usesStatus ? (columns.status ?? null) : null,
    fee: fee.column,
    reference: evidence.areReferencesUnique ? (columns.reference ?? null) : null,
  }
  const layout: Layout = {
    delimiter: mapping.delimiter ?? ',',
    skipped: found.skipped,
    header: found.header,
    columns: { ...final, description: final.description.filter((at) => at !== final.reference) },
    dateOrder: dates.order,
    decimal: decimal.sign,
    isInverted: mapping.isInverted ?? spending.isInverted,
    isCard: found.options.isCard,
    debitSign: way.debitSign,
    isMagnitude: way.isMagnitude ?? false,
    blankSide: way.blankSide ?? null,
    isPendingFlag: found.isPendingFlag && way.usesStatus,
    owner: evidence.owner,
    isStrictStatus: typeof mapping.columns?.status === 'number' && evidence.statuses.booked > 0,
    otherDates: found.otherDates,
    otherMoney: found.otherMoney.filter((at) => !isUsed(at, final)),
  }
  const { booked, unbooked, unknown } = evidence.statuses
  const isStatusOpen =
    layout.columns.status !== null &&
    !found.isPendingFlag &&
    unknown > 0 &&
    booked + unbooked > 0 &&
    !isProven
  const question =
    (mapping.columns === undefined && sided.isOpen ? askColumns(layout, found) : null) ??
    (mapping.columns === undefined && fee.isOpen ? askFee(layout, found) : null) ??
    (mapping.columns === undefined && isStatusOpen ? askStatus(layout, found) : null) ??
    (mapping.isInverted === undefined && spending.isOpen ? askSpending(layout, mapping) : null) ??
    (mapping.decimal === undefined && decimal.isOpen ? askDecimal(decimal.sign, mapping) : null) ??
    (mapping.dateOrder === undefined && dates.open.length > 0 ? askOrder(dates, mapping) : null)
  return { layout, question }
}

function isUsed(at: number, { amount, debit, credit }: Columns): boolean {
  return at === amount || at === debit || at === credit
}

/** Picks the way that the file's sums fit best; of equal ones the first, or the one with a fee that is known to count. */
function bestWay({ waysWithFit }: Evidence, hasFee: boolean): WayWithFit {
  let [best] = waysWithFit
  for (const one of waysWithFit) {
    const addsFee =
      hasFee &&
      typeof best!.way.columns.fee !== 'number' &&
      typeof one.way.columns.fee === 'number' &&
      one.way.columns.amount === best!.way.columns.amount
    const { hits } = one.fit
    if (hits > best!.fit.hits || (addsFee && hits === best!.fit.hits)) best = one
  }
  return best!
}

/** A person or a known layout says that the fee leaves the account besides the amount. */
function isFeeSure({ known, mapping }: Found): boolean {
  return known?.fee !== undefined || typeof mapping.columns?.fee === 'number'
}

type Undecided = { readonly best: WayWithFit; readonly found: Found }

/** Takes the first way, or the amounts' own signs where they agree with the column of sides. */
function withoutProof(
  { waysWithFit, sided }: Evidence,
  { found }: Undecided,
): { readonly way: WayWithFit['way']; readonly isOpen: boolean } {
  const [first] = waysWithFit
  const { way } = first!
  if (way.columns.direction === null) return { way, isOpen: false }
  const signed = waysWithFit.find(({ way: one }) => {
    return one.columns.direction === null && one.columns.amount === way.columns.amount
  })
  const agreement = agreementOf(sided)
  if (agreement === 'signs' && signed) return { way: signed.way, isOpen: false }
  return { way, isOpen: agreement === 'neither' && found.mapping.columns === undefined }
}

/** Compares the signs of amounts with the column that names their sides. */
function agreementOf({
  outMinus,
  outPlus,
  inMinus,
  inPlus,
}: SidedSigns): 'sides' | 'signs' | 'neither' {
  if (outMinus + inMinus === 0) return 'sides'
  if (outPlus === 0 && inMinus === 0) return 'signs'
  // Spending is positive, and money that comes in is negative.
  if (outMinus === 0 && inPlus === 0) return 'sides'
  return 'neither'
}

/** Takes fees off the amounts if the balances say so, or else what is known of the bank's export. */
function decideFee(
  { waysWithFit, fees }: Evidence,
  { found: { mapping, known, columns }, best }: Undecided,
): { readonly column: number | null; readonly isOpen: boolean } {
  const column = columns.fee ?? null
  if (typeof mapping.columns?.fee === 'number') return { column, isOpen: false }
  const most = (isTaken: boolean) =>
    Math.max(
      0,
      ...waysWithFit
        .filter(({ way }) => way.columns.amount === best.way.columns.amount)
        .filter(({ way }) => (way.columns.fee !== null) === isTaken)
        .map(({ fit }) => fit.hits),
    )
  const [withFee, without] = [most(true), most(false)]
  if (column === null || fees === 0) return { column: null, isOpen: false }
  if (withFee !== without) return { column: withFee > without ? column : null, isOpen: false }
  // Nothing shows whether the amounts hold the fees.
  return { column: known?.fee === undefined ? null : column, isOpen: true }
}

function decideSpending(
  { spending, sides, hasMinus }: Evidence,
  { found, best }: { readonly found: Found; readonly best: WayWithFit },
): Spending {
  const { way, fit } = best
  const { options, known } = found
  const isCard = options.isCard ?? false
  if (way.columns.amount === null || way.columns.direction !== null) {
    // The columns name the sides. On an account that is not a card, balances that fall with income contradict them.
    const contradicts = !isCard && fits(fit) && fit.sign === -1 && fit.checks >= CHECKS_ENOUGH
    return { isInverted: false, isOpen: contradicts }
  }
  // Cards that mark refunds with `CR` leave spending unmarked.
  const marksRefunds = sides.credit > 0 && sides.none > 0 && sides.debit === 0 && !hasMinus
  if (marksRefunds) return { isInverted: true, isOpen: false }
  if (sides.debit + sides.credit > 0 && sides.none === 0)
    return { isInverted: false, isOpen: false }
  return spending.end({ isCard, fit, known: known?.spending ?? null })
}

const CHECKS_ENOUGH = 3

function decideDecimal(
  { sign, balanceSign }: Evidence,
  { mapping, options }: Found,
): { readonly sign: DecimalSign; readonly isOpen: boolean } {
  if (mapping.decimal !== undefined) return { sign: mapping.decimal, isOpen: false }
  if (sign === '.' || sign === ',') return { sign, isOpen: false }
  if (sign === 'open') {
    if (balanceSign === '.' || balanceSign === ',') return { sign: balanceSign, isOpen: false }
    return { sign: habitOf(options.currency) ?? ',', isOpen: true }
  }
  const [first, second] = [...sign].toSorted((a, b) => a.line - b.line)
  throw new MappingFault(second!.line, {
    name: 'decimals_differ',
    amount: excerpt(second!.text),
    sign: second!.sign,
    above: first!.sign,
  })
}

type Order = { readonly order: DateOrder; readonly open: readonly DateOrder[] }

function decideOrder(
  { orders }: Evidence,
  { mapping, options, known, header, columns }: Found,
): Order {
  if (mapping.dateOrder !== undefined) return { order: mapping.dateOrder, open: [] }
  const names = [columns.date, columns.amount, columns.debit, ...columns.description]
    .map((at) => fold((at === null ? '' : header[at]) ?? ''))
    .join(' ')
  const { order, open, failure } = orders.end({
    currency: options.currency,
    isForeign: foreign.test(names),
    known: known?.dateOrder ?? null,
  })
  if (order === null) {
    const { line, text } = failure ?? { line: null, text: '' }
    const column = excerpt(header[columns.date] ?? '') || columns.date + 1
    throw new MappingFault(line, { name: 'dates_differ', date: excerpt(text), column })
  }
  return { order, open }
}

/** Words of headers in languages whose countries write the day before the month. */
const foreign =
  /(?<!\S)(datum|fecha|dato|buchung|buchungstag|buchungsdatum|wertstellung|belegdatum|betrag|umsatz|montant|libelle|importe|importo|concepto|descripcion|descrizione|causale|bedrag|omschrijving|boekdatum|belopp|belop|tekst|kwota|opis|castka|popis|valor|historico|descricao|lancamento|osszeg|summa|maara|дата|сумма|описание)(?!\S)/

function askSpending({ isInverted }: Layout, mapping: Mapping): Question {
  return {
    kind: 'spending',
    readings: [
      { ...mapping, isInverted },
      { ...mapping, isInverted: !isInverted },
    ],
  }
}

function askDecimal(sign: DecimalSign, mapping: Mapping): Question {
  const other = sign === ',' ? '.' : ','
  return {
    kind: 'decimal',
    readings: [
      { ...mapping, decimal: sign },
      { ...mapping, decimal: other },
    ],
  }
}

function askOrder({ order, open }: Order, mapping: Mapping): Question {
  const [second, ...others] = open.map((one) => ({ ...mapping, dateOrder: one }))
  return {
    kind: 'date_order',
    readings: [{ ...mapping, dateOrder: order }, second!, ...others.slice(0, 1)],
  }
}

/** Asks whether the sides or the signs of the amounts count. */
function askColumns({ columns, skipped }: Layout, { mapping }: Found): Question {
  const sides = { ...mapping, skipped, columns }
  return {
    kind: 'columns',
    readings: [sides, { ...sides, columns: { ...columns, direction: null } }],
  }
}

/** Asks whether fees are part of the amounts. */
function askFee({ columns, skipped }: Layout, { mapping, columns: { fee } }: Found): Question {
  const part = { ...mapping, skipped, columns: { ...columns, fee: null } }
  return { kind: 'columns', readings: [{ ...part, columns: { ...columns, fee } }, part] }
}

/** Asks whether rows count whose status is an unknown word. */
function askStatus({ columns, skipped }: Layout, { mapping }: Found): Question {
  const strict = { ...mapping, skipped, columns }
  return {
    kind: 'status',
    readings: [strict, { ...strict, columns: { ...columns, status: null } }],
  }
}
