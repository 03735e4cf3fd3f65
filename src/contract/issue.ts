import type * as z from 'zod'

/** The parameter that a fault is at, as clients read it: `transactions[3].amount`; '' for the whole value. */
export function paramOf(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}

export function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'int') {
    return 'Send an integer, written without a fraction or exponent.'
  }
  return issue.message
}
