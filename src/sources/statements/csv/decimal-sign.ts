import { currencyDigits } from '#/core/values/money.ts'
import { type DecimalSign, decimalShape, otherSign } from './amounts.ts'

/** Two rows that contradict each other, with the sign of each. */
export type DecimalConflict = readonly [SignedCell, SignedCell]
type SignedCell = { readonly sign: DecimalSign; readonly line: number; readonly text: string }

/** Decides the decimal sign of a column, because a cell such as `29.000` does not show it. */
export function createDecimalSignDetector(currency: string) {
  const shown = new Map<DecimalSign, SignedCell>()
  const open: Record<DecimalSign, number> = { '.': 0, ',': 0 }
  let wholes = 0
  return {
    push: (text: string, line = 0): void => {
      const shape = decimalShape(text, currency)
      if (shape.kind === 'shown' && !shown.has(shape.sign)) {
        shown.set(shape.sign, { sign: shape.sign, line, text })
      }
      if (shape.kind === 'whole') wholes += 1
      if (shape.kind === 'open') open[shape.sign] += 1
    },
    /** Returns the sign, `open` if both readings are possible, or the two cells that contradict each other. */
    end: (): DecimalSign | 'open' | DecimalConflict => {
      const [first, second] = [...shown.values()]
      if (first && second) return [first, second]
      if (first) return first.sign
      if (open['.'] + open[','] === 0) return '.'
      if (open['.'] > 0 && open[','] > 0) return 'open'
      const sign: DecimalSign = open['.'] > 0 ? '.' : ','
      const habit = habitOf(currency)
      // Beside whole amounts, and where nobody writes cents, three digits are thousands.
      if (hasNoCents(currency) || (wholes > 0 && habit !== sign)) return otherSign(sign)
      return wholes > 0 ? 'open' : (habit ?? 'open')
    },
  }
}

/** Currencies whose cents exist by ISO 4217, but are not used. */
function hasNoCents(currency: string): boolean {
  return currencyDigits(currency) === 0 || centless.has(currency)
}

const centless = new Set(['ALL', 'AMD', 'COP', 'CRC', 'HUF', 'IDR', 'KZT', 'LBP', 'MMK', 'PKR'])

/** Returns the decimal sign that is usual for a currency; null for the euro and others that are written in both ways. */
export function habitOf(currency: string): DecimalSign | null {
  if (withPoint.has(currency)) return '.'
  return withComma.has(currency) ? ',' : null
}

const withPoint = new Set(
  'USD GBP CAD AUD NZD SGD HKD INR ILS THB MYR PHP MXN PEN NGN KES TWD CNY LKR BDT EGP GHS CHF'.split(
    ' ',
  ),
)
const withComma = new Set(
  'PLN CZK SEK NOK DKK RON BGN HRK RSD BAM MKD TRY RUB UAH BYN GEL BRL ARS UYU'.split(' '),
)
