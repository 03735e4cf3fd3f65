import { fold } from '#/core/values/fold.ts'

// Words by which banks describe money that moves between a person's own accounts. They are compared with folded text:
// lower case, no accents, one blank between words. Each pattern takes linear time: the parts between words are bounded.

const paying = '(?:auto ?pay(?:ment)?|e ?pay(?:ment)?|e ?pymt|payment|pymt|pmt|repayment)'
const issuers =
  '(?:amex|american express|discover|capital one|citi|citi ?card|barclaycard|synchrony|apple ?card|cardmember serv(?:ices?)?|credit one|bankamericard)'

/** A payment of a credit card's bill, seen from the account that pays it. */
const cardBills: readonly RegExp[] = [
  // English. `card payment to` a shop is a purchase with a debit card.
  `credit ?(?:card|crd|cd)s? (?:\\w+ ){0,3}?(?:bill|${paying})`,
  `(?:cr ?card|crcard|crd|cc) ?${paying}`,
  `${paying} (?:to |for |of )?(?:\\w+ ){0,3}?credit ?(?:card|crd)`,
  `payment to (?:\\w+ ){1,3}?card`,
  `${issuers} (?:\\w+ ){0,3}?${paying}`,
  `card ?(?:autopay|bill|repayment)`,
  // Spanish. `pago con tarjeta` is a purchase.
  'pago (?:de )?(?:la |su |tu )?tarjeta(?: de)? credito',
  'pago (?:de )?(?:la |su |tu )?(?:tarjeta|visa|mastercard)(?: \\d+)?$',
  '(?:recibo|cargo|adeudo|liquidacion|extracto) (?:mensual )?(?:de )?(?:la |su |tu )?tarjetas?(?: de)?(?: credito)?',
  // German.
  'kreditkarten ?(?:abrechnung|zahlung|ausgleich|konto|umsatze)',
  '(?:abrechnung|ausgleich|zahlung) (?:\\w+ ){0,2}?kreditkarte',
  'kreditkarte (?:\\w+ ){0,2}?abrechnung',
  // French.
  '(?:paiement|prelevement|reglement|releve|debit) (?:\\w+ ){0,2}?cartes? (?:de )?credit',
  '(?:releve|debit) differe',
  // Italian, Dutch and Portuguese.
  '(?:addebito|saldo|pagamento|estratto conto) (?:\\w+ ){0,2}?carta (?:di )?credito',
  'credit ?card (?:\\w+ ){0,2}?(?:afrekening|betaling|incasso)',
  '(?:afrekening|betaling) (?:\\w+ ){0,2}?credit ?card',
  '(?:pagamento|pgto|pag) (?:\\w+ ){0,2}?(?:cartao de credito|fatura)',
  'fatura (?:\\w+ ){0,2}?cartao',
].map(asWords)

/** A payment that arrives on a credit card. Only read there: on another account these words may be income. */
const paymentsReceived: readonly RegExp[] = [
  paying,
  'thank you',
  '(?<!mercado )(?:pago|abono)',
  'gracias por su pago',
  '(?:ein|be)?zahlung|lastschrift|einzug|ausgleich',
  'paiement|prelevement|reglement',
  'pagamento|addebito',
  'betaling|incasso|aflossing',
].map(asWords)

/** Money that a shop or the bank gives back. */
const givenBack = asWords(
  'refund|return|returned|reversal|reversed|cash ?back|rebate|dispute|chargeback|devolucion|reembolso|erstattung|ruckzahlung|remboursement|avoir|rimborso|storno|terugbetaling|reembolso|estorno|credit adjustment',
)

/** A transfer between a person's own accounts, above all to savings. */
const ownTransfers: readonly RegExp[] = [
  '(?:transfer|xfer|trnsfr|tfr) (?:\\w+ ){0,3}?(?:savings?|sav|checking|chk|investments?|brokerage)',
  '(?:to|from) (?:my )?(?:\\w+ ){0,2}?savings?',
  'savings? (?:transfer|deposit|plan|pot)',
  '(?:online|recurring|automatic|internal|account|own) (?:transfer|xfer|tfr)',
  'round ?ups?',
  'traspaso|transferencia (?:interna|propia|entre cuentas)|(?:cuenta|plan|a|hucha) (?:de )?ahorros?',
  'umbuchung|ubertrag|sparkonto|sparplan|tagesgeld(?:konto)?|sparen',
  'virement (?:interne|permanent|compte a compte)|epargne|livret a',
  'giroconto|conto deposito|risparmio',
  'spaarrekening|eigen rekening|sparen',
  'poupanca|transferencia entre contas',
].map(asWords)

/** The most characters that are read; descriptors are shorter. */
const LENGTH_MAX = 300

/** Says if a payment's text speaks of paying a credit card's bill. */
export function isCardBill(text: string): boolean {
  return some(cardBills, text)
}

/** Says if the text of money that arrives on a credit card speaks of a payment, and not of a refund. */
export function isPaymentReceived(text: string): boolean {
  return some(paymentsReceived, text) && !some([givenBack], text)
}

/** Says if a payment's text speaks of a transfer to another account of the same person. */
export function isOwnTransfer(text: string): boolean {
  return some(ownTransfers, text)
}

function some(patterns: readonly RegExp[], text: string): boolean {
  const folded = fold(text.slice(0, LENGTH_MAX))
  return patterns.some((pattern) => pattern.test(folded))
}

function asWords(pattern: string): RegExp {
  return new RegExp(`(?<!\\S)(?:${pattern})(?!\\S)`)
}
