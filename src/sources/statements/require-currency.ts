import { StatementFault } from './fault.ts'
import { excerpt } from './plain-amount.ts'

/** Throws StatementFault if a file has another currency than the account. */
export function requireCurrency(found: string, currency: string, line: number): void {
  if (found.trim() === '' || isSameCurrency(found, currency)) return
  throw new StatementFault(line, { name: 'other_currency', stated: excerpt(found), currency })
}

/** Compares a code in any case, or one that was replaced, with a currency. */
export function isSameCurrency(found: string, currency: string): boolean {
  const code = found.trim().toUpperCase()
  return code === currency || former.get(code) === currency
}

/** Codes that banks write although they were replaced long ago. */
const former = new Map([
  ['RUR', 'RUB'],
  ['BYR', 'BYN'],
])
