import { StatementFault } from './fault.ts'
import { excerpt } from './plain-amount.ts'

/** Throws StatementFault if a file has another currency than the account. */
export function requireCurrency(found: string, currency: string, line: number): void {
  if (found.trim() === '' || isSameCurrency(found, currency)) return
  throw new StatementFault(line, { name: 'other_currency', stated: excerpt(found), currency })
}

/** Compares a code in any case, or another code for the same currency, with a currency. */
export function isSameCurrency(found: string, currency: string): boolean {
  const code = found.trim().toUpperCase()
  return code === currency || others.get(code) === currency
}

/** Codes that banks write although they were replaced long ago, or never were those of ISO 4217. */
const others = new Map([
  ['RUR', 'RUB'],
  ['BYR', 'BYN'],
  ['NIS', 'ILS'],
  ['CNH', 'CNY'],
])
