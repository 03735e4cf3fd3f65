import type { Cents } from '#/core/values/cents.ts'
import type { MoneyFault } from '#/core/values/money.ts'
import { sideIn } from './amounts.ts'
import type { Columns } from './columns.ts'
import { isIncoming } from './direction.ts'

/** How the money of a row is written. */
export type MoneyLayout = {
  readonly columns: Pick<Columns, 'amount' | 'debit' | 'credit' | 'direction' | 'fee'>
  /** True if spending is positive and income negative in the file. */
  readonly isInverted: boolean
  /** The usual sign of a separate debit column if signs matter there. Null: amounts there are magnitudes. */
  readonly debitSign: 1 | -1 | null
  /** Beside a direction column, the sign of the amount itself says nothing. */
  readonly isMagnitude?: boolean | undefined
  /** The side of an amount whose direction is empty. */
  readonly blankSide?: 'in' | 'out' | null | undefined
}

/** The trimmed cells of a record, and how to read one of money. */
export type MoneyCells = {
  readonly cell: (at: number | null) => string
  readonly read: (text: string) => Cents | null | { readonly fault: MoneyFault }
}

/** A cell that cannot be read, or two cells that contradict each other. */
export type MoneyProblem = {
  readonly at: number | null
  readonly problem: MoneyFault | 'no_direction' | 'both_directions'
}

/** Reads the signed amount of a record in cents; null if it has none. */
export function readMoney(
  { cell, read }: MoneyCells,
  layout: MoneyLayout,
): Cents | null | MoneyProblem {
  const { columns } = layout
  const amount =
    columns.amount === null ? readPair({ cell, read }, layout) : readAmount({ cell, read }, layout)
  if (typeof amount !== 'number' || typeof columns.fee !== 'number') return amount
  const fee = read(cell(columns.fee))
  if (fee !== null && typeof fee !== 'number') return { at: columns.fee, problem: fee.fault }
  return amount - Math.abs(fee ?? 0)
}

function readAmount(
  { cell, read }: MoneyCells,
  { columns, isInverted, isMagnitude = false, blankSide = null }: MoneyLayout,
): Cents | null | MoneyProblem {
  const text = cell(columns.amount)
  const value = read(text)
  if (value === null) return null
  if (typeof value !== 'number') return { at: columns.amount, problem: value.fault }
  // A side named in the cell has already set the sign.
  if (sideIn(text) !== null) return value
  if (columns.direction === null) return isInverted ? 0 - value : value
  const side = cell(columns.direction)
  const comesIn = side === '' && blankSide !== null ? blankSide === 'in' : isIncoming(side)
  if (comesIn === null) return { at: columns.direction, problem: 'no_direction' }
  const size = isMagnitude ? Math.abs(value) : value
  return comesIn !== isInverted ? size : 0 - size
}

function readPair(
  { cell, read }: MoneyCells,
  { columns, debitSign, isInverted }: MoneyLayout,
): Cents | null | MoneyProblem {
  const [out, into] = [read(cell(columns.debit)), read(cell(columns.credit))]
  if (out !== null && typeof out !== 'number') return { at: columns.debit, problem: out.fault }
  if (into !== null && typeof into !== 'number') return { at: columns.credit, problem: into.fault }
  if (out !== null && into !== null && out !== 0 && into !== 0) {
    return { at: columns.credit, problem: 'both_directions' }
  }
  if (out === null && into === null) return null
  const net = netAmount(out, into, debitSign)
  return isInverted ? 0 - net : net
}

/** Combines a debit and a credit cell into a signed amount in cents. */
function netAmount(out: Cents | null, into: Cents | null, debitSign: 1 | -1 | null): Cents {
  if (debitSign !== null) return (into ?? 0) - debitSign * (out ?? 0)
  return out ? 0 - Math.abs(out) : Math.abs(into ?? 0)
}
