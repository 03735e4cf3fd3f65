import { fold } from '#/core/values/fold.ts'
import { isPaymentReceived } from '#/budget/transactions/naming/transfer-words.ts'
import type { Cents } from '#/core/values/cents.ts'
import { fits, type ArithmeticFit } from './arithmetic.ts'

/** The sign of spending in a column of amounts. */
export type Spending = {
  /** True if spending is positive and income negative. */
  readonly isInverted: boolean
  /** True if nothing decides, or two facts contradict each other: a person must be asked. */
  readonly isOpen: boolean
}

/** Facts beside the amounts. */
type Facts = {
  /** The account is a credit card. */
  readonly isCard: boolean
  /** How the balances follow from the amounts. */
  readonly fit: ArithmeticFit
  /** The sign that is known of the bank's export, if anything. */
  readonly known: 'plus' | 'minus' | null
}

/** A card's statement with fewer rows may hold no purchase. */
const CARD_ROWS_ENOUGH = 3
/** Rows whose words are read. */
const READ_MAX = 3000

/**
 * Detects whether spending is positive. The balances decide where the file has them. On a card, the sign of most rows and
 * the words of the others must agree: purchases are many, and payments of the bill say that they are payments.
 */
export function createSpendingDetector() {
  const positive: Side = { rows: 0, payments: 0, incomes: 0, pays: 0 }
  const negative: Side = { rows: 0, payments: 0, incomes: 0, pays: 0 }
  const balances = { positive: 0, negative: 0 }
  let read = 0
  let thanked = 0
  return {
    push: (amount: Cents, balance: Cents | null, words: () => string): void => {
      if (balance !== null && balance !== 0) balances[balance > 0 ? 'positive' : 'negative'] += 1
      if (amount === 0) return
      const side = amount > 0 ? positive : negative
      side.rows += 1
      read += 1
      if (read > READ_MAX) return
      const text = words()
      if (amount < 0 && thanks.test(text)) thanked += 1
      const folded = fold(text.slice(0, 300))
      side.pays += Number(pay.test(folded))
      const isPayment = isPaymentReceived(text) || givenBack.test(folded)
      side.payments += Number(isPayment && !byCard.test(folded))
      side.incomes += Number(income.test(folded))
    },
    end: ({ isCard, fit, known }: Facts): Spending => {
      if (positive.rows + negative.rows === 0) return known === 'plus' ? inverted() : plain()
      // Balances that move against their row say that one sign for all rows is wrong.
      const isMixed = fit.opposed > 0
      if (fits(fit) && fit.sign !== null) {
        if (!isCard) return { isInverted: fit.sign === -1, isOpen: isMixed }
        const { isInverted, isOpen } = ofProvenCard(fit.sign, balances, { positive, negative })
        const isOther = known !== null && (known === 'plus') !== isInverted
        return { isInverted, isOpen: isOpen || isMixed || isOther }
      }
      if (known !== null) return known === 'plus' ? inverted() : plain()
      if (isCard) return ofCard({ positive, negative })
      return ofAccount({ positive, negative }, thanked)
    },
  }
}

/** The rows of one sign, and how many of them say what they are. */
type Side = {
  rows: number
  payments: number
  incomes: number
  pays: number
}

type Sides = { readonly positive: Side; readonly negative: Side }

const inverted = (isOpen = false): Spending => ({ isInverted: true, isOpen })
const plain = (isOpen = false): Spending => ({ isInverted: false, isOpen })

/** The words of rows with one sign speak of payments, and no others do. */
function isPaidBy(side: Side, other: Side): boolean {
  return side.payments > 0 && side.payments * Math.max(1, other.rows) > other.payments * side.rows
}

/** A card may state its debt with or without a minus, so amounts and balances have the same sign or the other one. */
function ofProvenCard(
  sign: 1 | -1,
  balances: { readonly positive: number; readonly negative: number },
  { positive, negative }: Sides,
): Spending {
  const isDebtPositive = balances.positive > balances.negative
  const isInverted = (sign === 1) === isDebtPositive
  const [spent, paid] = isInverted ? [positive, negative] : [negative, positive]
  return { isInverted, isOpen: spent.rows < paid.rows && isPaidBy(spent, paid) }
}

function ofAccount({ positive, negative }: Sides, thanked: number): Spending {
  // Somebody's pay is negative, and no money that comes in is pay.
  const isPayNegative = negative.pays > 0 && positive.pays === 0
  if (isPayNegative) return positive.rows > 0 ? inverted(true) : plain(true)
  if (positive.rows <= negative.rows) return plain()
  if (negative.rows > 0 && thanked > 0 && thanked === negative.rows) return inverted(true)
  // More payments come in than go out: a list of expenses looks like this.
  return plain(positive.incomes * 2 < positive.rows)
}

function ofCard({ positive, negative }: Sides): Spending {
  if (positive.rows > negative.rows) {
    if (isPaidBy(negative, positive)) return inverted()
    // Payments of the bill alone, without a minus: then purchases have one.
    if (positive.payments === positive.rows) return plain()
    if (isPaidBy(positive, negative)) return plain(true)
    return inverted(true)
  }
  if (negative.rows > positive.rows) {
    // Few rows may all be payments of the bill, and so may rows that say so.
    const areFew = negative.rows < CARD_ROWS_ENOUGH && positive.rows === 0
    return plain(areFew || negative.payments * 2 > negative.rows)
  }
  if (isPaidBy(negative, positive)) return inverted()
  return plain(!isPaidBy(positive, negative))
}

const givenBack =
  /(?<!\S)(refund|refunded|return|returned|reversal|cash ?back|rebate|chargeback|statement credit|credit|gutschrift|erstattung|remboursement|avoir|rimborso|reembolso|devolucion|estorno|terugbetaling|innbetaling|inbetalning|indbetaling|betaling mottatt|takk|tack|splata|wplata|splatka|prijata platba|befizetes|pagamento recebido|пополнение|погашение|ご入金|返金)(?!\S)/

/** Words for a purchase with the card, which is a payment too, but not one of the bill. */
const byCard =
  /(?<!\S)(card payment|card purchase|pos payment|kartenzahlung|pago con tarjeta|compra con tarjeta|pagamento (pos|carta|con carta)|paiement (par )?carte|betaling med kort|kortbetaling|platba kartou|platnosc karta|betaalpas)(?!\S)/

const thanks = /thank you|thankyou|autopay|merci|vielen dank|gracias/i

const income =
  /(?<!\S)(interest|interests|zinsen|zins|dividend|dividends|dividende|deposit|deposits|salary|payroll|wages|paycheck|transfer|transfers|received|credit|refund|gutschrift|eingang|gehalt|lohn|nomina|ingreso|abono|intereses|transferencia|virement|salaire|interets|stipendio|bonifico|interessi|accredito|rente|overboeking|salaris|lon|loenn|salario|rendimento|ranta|renta)(?!\S)/

/** Words for pay, which only ever comes in. */
const pay =
  /(?<!\S)(salary|payroll|wages|paycheck|gehalt|lohn|nomina|salaire|stipendio|salaris|lonn|loen|ordenado|salario|wynagrodzenie|vyplata|fizetes|зарплата|給与)(?!\S)/
