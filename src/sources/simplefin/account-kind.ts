import type { AccountKind } from '#/sources/provider/provider.ts'

type Kind = { kind: AccountKind; subtype: string | null }

/**
 * Guesses the kind of an account, because SimpleFIN names none: from holdings, then the name, then a debt. People can
 * correct it. An account without any hint is a checking account, so that its money stays visible.
 */
export function guessKind(account: { name: string; holds: boolean; balance: number | null }): Kind {
  // "Credit union" in the name does not make an account a credit card.
  const name = account.name.toLowerCase().replaceAll(/credit union/g, ' ')
  const rule = rules.find(({ words }) => words.test(name))
  if (account.holds)
    return rule?.is.kind === 'investment' ? rule.is : { kind: 'investment', subtype: 'brokerage' }
  if (rule) return rule.is
  if ((account.balance ?? 0) < 0) return { kind: 'credit', subtype: 'credit_card' }
  return { kind: 'depository', subtype: 'checking' }
}

/** Reads the last four digits of the number from the end of the name: "Visa ...1234", "Checking (1234)". */
export function maskOf(name: string): string | null {
  const found = /(?:^|[\s(.*x#…•-])(\d{4})\)?\s*$/i.exec(name)
  const digits = found?.[1] ?? null
  // "Savings 2024" more likely names a year.
  return digits !== null && /\s(?:19|20)\d\d$/.test(name) ? null : digits
}

const is = (kind: AccountKind, subtype: string): Kind => ({ kind, subtype })

/** Rules in order of precedence: a mortgage offset account is a mortgage, a debit card is a checking account. */
const rules: readonly { words: RegExp; is: Kind }[] = [
  { words: /mortgage|home loan|hypothe[kc]|hipoteca/, is: is('loan', 'mortgage') },
  { words: /student/, is: is('loan', 'student') },
  { words: /\b(?:auto|car|vehicle)\b.{0,80}\b(?:loan|finance)/, is: is('loan', 'auto') },
  { words: /heloc|home equity|line of credit/, is: is('loan', 'line_of_credit') },
  { words: /\bloan\b|\bkredit\b|pr[êe]t\b|pr[ée]stamo/, is: is('loan', 'loan') },
  {
    words:
      /401\W?\(?k|403\W?\(?b|457\W?b|\bira\b|\broth\b|retire|pension|superannuation|\brrsp\b|\bsipp\b/,
    is: is('investment', 'retirement'),
  },
  { words: /crypto|bitcoin|ethereum/, is: is('investment', 'crypto') },
  {
    words: /brokerage|invest|\bstocks?\b|portfolio|\b529\b|\besop\b|\brsu\b/,
    is: is('investment', 'brokerage'),
  },
  { words: /debit|prepaid|gift card/, is: is('depository', 'checking') },
  {
    words: /credit|\bcard\b|\bvisa\b|master ?card|\bamex\b|american express|diners|kreditkarte/,
    is: is('credit', 'credit_card'),
  },
  {
    words:
      /saving|money market|certificate|\bcds?\b|\bpot\b|\bisa\b|emergency|sparkonto|tagesgeld|[ée]pargne|ahorro|livret/,
    is: is('depository', 'savings'),
  },
  {
    words: /check|cheque|chequing|current|everyday|spending|share draft|giro|courant|corriente/,
    is: is('depository', 'checking'),
  },
  { words: /\bcash\b|petty/, is: is('depository', 'cash') },
]
