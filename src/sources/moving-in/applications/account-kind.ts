import { fold } from '#/core/values/fold.ts'
import type { AccountKind } from './moved.ts'

const kind = (type: AccountKind['type'], subtype: string | null = null): AccountKind => ({
  type,
  subtype,
})

const savings = kind('depository', 'savings')
const checking = kind('depository', 'checking')

/** Words in names of accounts, in the order in which they decide: a “savings loan” is a loan. */
const words: readonly (readonly [RegExp, AccountKind])[] = [
  [
    /\b(mortgage|loan|hypothek|darlehen|kredit(?!karte)|hipoteca|prestamo|pret|emprunt|student debt|lease)\b/,
    kind('loan'),
  ],
  [
    /\b(credit|card|visa|mastercard|amex|american express|discover|kreditkarte|tarjeta|carte|carta di credito|store card)\b/,
    kind('credit', 'credit card'),
  ],
  [
    /\b(401k|401 k|403b|ira|roth|brokerage|invest(?:ment|ments|ing)?|depot|etf|stocks?|pension|isa|rrsp|tfsa|hsa|crypto|bitcoin|retirement|portfolio|vanguard|fidelity|schwab)\b/,
    kind('investment'),
  ],
  [
    /\b(savings?|sparkonto|tagesgeld|ahorros?|epargne|livret|risparmio|emergency fund|reserve)\b/,
    savings,
  ],
  [/\b(house|home value|car value|property|vehicle|haus|casa|asset)\b/, kind('other')],
  [/\b(cash|bargeld|efectivo|wallet|geldborse|cartera|especes|contanti)\b/, kind('wallet', 'cash')],
  [/\b(checking|chequing|current|giro|girokonto|corriente|courant|conto|debit|main)\b/, checking],
]

/** Guesses the kind of an account from its name; an account of the budget is otherwise a checking account. */
export function guessKind(name: string, isTracked: boolean): AccountKind {
  const folded = fold(name)
  const found = words.find(([pattern]) => pattern.test(folded))
  return found?.[1] ?? (isTracked ? kind('other') : checking)
}

const spoken = new Map<string, AccountKind>([
  ['checking', checking],
  ['cash', kind('wallet', 'cash')],
  ['bank', checking],
  ['savings', savings],
  ['credit', kind('credit', 'credit card')],
  ['credit card', kind('credit', 'credit card')],
  ['creditcard', kind('credit', 'credit card')],
  ['ccard', kind('credit', 'credit card')],
  ['line of credit', kind('credit')],
  ['loan', kind('loan')],
  ['mortgage', kind('loan')],
  ['debt', kind('loan')],
  ['oth l', kind('loan')],
  ['oth a', kind('other')],
  ['investment', kind('investment')],
  ['invst', kind('investment')],
  ['port', kind('investment')],
  ['401 k 403 b', kind('investment')],
  ['other', kind('other')],
])

/** Reads the kind of an account as an application names it; null for an unknown word. */
export function kindNamed(word: string): AccountKind | null {
  return spoken.get(fold(word)) ?? null
}
