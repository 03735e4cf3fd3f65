import { StatementFault } from './fault.ts'
import { excerpt } from './plain-amount.ts'

/** Throws StatementFault if a file has another currency than the account. */
export function requireCurrency(found: string, currency: string, line: number): void {
  const code = found.trim().toUpperCase()
  if (code === '' || code === currency) return
  throw new StatementFault(line, { name: 'other_currency', stated: excerpt(found), currency })
}
