import { fold } from '#/core/values/fold.ts'

/** The fewest letters of a name of an account or a person that says something. */
const LETTERS_MIN = 4

/** Words beside a name that speak of moving money, in the languages of banks. */
const moving = new Set(
  `a al an at auf aan av de do från fra för for from herr frau to til till naar na para per por pour zu zum zur van von
  transfer transfers tfr xfer payment standing order standingorder so faster bank account acct top up topup pot savings
  uberweisung dauerauftrag umbuchung konto eigenes ubertrag sepa
  virement vir permanent compte mr mme
  transferencia traspaso orden permanente cuenta trf
  bonifico giroconto conto favore
  overboeking overschrijving rekening
  overforing overforsel konto egen
  przelew wlasny rachunek prevod ucet`
    .split(/\s+/)
    .filter(Boolean),
)

/** Companies whose bare name on a bank statement is the bill of their card. */
const cards = new Set(
  `american express|americanexpress|amex|american express card|amex card|barclaycard|capital one|discover|discover card|mbna|visa|visa card|mastercard|master card|diners club|apple card|citi card|citicards|synchrony bank|tarjeta|tarjeta de credito|tarjeta credito|carta di credito|carte de credit|cartao de credito|kreditkarte|kredittkort|kreditkort|creditcard|credit card|icscards|ics cards|international card services|advanzia bank|hanseatic bank`.split(
    '|',
  ),
)

/**
 * Returns true if a payment's name, without words for moving money, is that of an account or a person of the household or
 * the bare name of a card, or if it is only “transfer”. Such a bill is proposed, but not ticked.
 */
export function isOwnWords(name: string, own: readonly string[]): boolean {
  const words = fold(name)
    .split(' ')
    .filter((word) => !/^[\dx]+$/.test(word))
  if (cards.has(words.join(' '))) return true
  const rest = words.filter((word) => !moving.has(word))
  if (rest.length === 0) return words.length > 0
  return own.some((one) => {
    const parts = new Set(fold(one).split(' '))
    return fold(one).length >= LETTERS_MIN && rest.every((word) => parts.has(word))
  })
}
