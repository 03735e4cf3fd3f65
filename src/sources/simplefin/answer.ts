import { z } from 'zod'

// Shapes of the answer to GET /accounts. Version 1 (`errors`, `accounts[].org`) and version 2 (`errlist`,
// `connections`, `accounts[].conn_id`) are recognised by shape, because servers misreport their version. Each row is
// parsed alone, and leniently where possible: servers send numbers for strings and null for missing values.

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  .pipe(z.string().regex(/^[^\u0000-\u001f\u007f]{1,500}$/))

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).toWellFormed())
  .catch('')

const amount = z.union([z.string(), z.number()]).transform(String)

/** Seconds since 1970; 0 when missing. */
const seconds = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    z.null(),
  ])
  .optional()
  .transform((value) => Math.floor(value ?? 0))

export const connectionShape = z.object({
  conn_id: id,
  name: text,
  org_name: text,
  org_url: text,
})

const orgShape = z.object({
  id: id.optional().catch(undefined),
  name: text,
  domain: text,
  url: text,
  'sfin-url': text,
})

export const accountShape = z.object({
  id,
  name: text,
  currency: text,
  balance: amount.nullish().catch(null),
  'available-balance': amount.nullish().catch(null),
  'balance-date': seconds.catch(0),
  conn_id: id.optional().catch(undefined),
  org: orgShape.optional().catch(undefined),
  transactions: z.unknown().optional(),
  holdings: z.array(z.unknown()).catch([]),
})

export const transactionShape = z.object({
  id,
  amount,
  posted: seconds,
  transacted_at: seconds.catch(0),
  pending: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === 1 || value === 'true'),
  description: text,
  payee: text,
  memo: text,
  mcc: z
    .union([z.string(), z.number()])
    .transform((value) => String(value).padStart(4, '0'))
    .pipe(z.string().regex(/^\d{4}$/))
    .nullish()
    .catch(null),
})

const errorShape = z.object({
  code: text,
  msg: text,
  message: text,
  conn_id: id.optional().catch(undefined),
  account_id: id.optional().catch(undefined),
})

export const answerShape = z.object({
  accounts: z.array(z.unknown()),
  connections: z.array(z.unknown()).catch([]),
  errlist: z.array(z.unknown()).catch([]),
  errors: z.array(z.unknown()).catch([]),
})

export type Answer = z.output<typeof answerShape>
export type SentAccount = z.output<typeof accountShape>

/** An error as the server sent it; `code` is empty in version 1. */
export type SentError = {
  code: string
  message: string
  connId: string | null
  accountId: string | null
}

/** Merges both error lists of an answer without repeats, because version 2 servers send the old list too. */
export function sentErrors(answer: Answer): SentError[] {
  const errors = new Map<string, SentError>()
  for (const entry of [...answer.errlist, ...answer.errors].slice(0, 200)) {
    const error = readError(entry)
    if (error && !errors.has(error.message)) errors.set(error.message, error)
    else if (error && error.code !== '')
      errors.set(`${error.message} ${error.connId} ${error.accountId}`, error)
  }
  return [...errors.values()]
}

function readError(entry: unknown): SentError | null {
  if (typeof entry === 'string') return { code: '', message: entry, connId: null, accountId: null }
  const read = errorShape.safeParse(entry)
  if (!read.success) return null
  const { code, msg, message, conn_id: connId, account_id: accountId } = read.data
  return { code, message: msg || message, connId: connId ?? null, accountId: accountId ?? null }
}
