import * as z from 'zod'
import { saying } from '#/platform/contract/detail.ts'
import { amount, cents, day } from '#/platform/contract/fields.ts'
import { openReadings } from '#/platform/contract/file-reason.ts'
import { encodings } from '#/core/values/encodings.ts'

const column = z.int().min(0).max(999)
export const columns = z.strictObject({
  date: column,
  amount: column.nullable(),
  debit: column.nullable(),
  credit: column.nullable(),
  direction: column.nullable().describe('Says whether unsigned amounts came in or went out.'),
  merchant: column.nullable(),
  description: z.array(column).max(10),
  currency: column.nullable(),
  balance: column.nullable().describe('The balance of the account after each row.'),
  payer: column
    .nullish()
    .describe('The other party of money that comes in; `merchant` is that of money that goes out.'),
  status: column.nullish().describe('Says whether a row is booked, pending, reverted or declined.'),
  fee: column.nullish().describe('Leaves the account besides the amount.'),
  category: column.nullish(),
  mcc: column.nullish(),
  reference: column.nullish().describe('The bank’s id of the transaction.'),
})
export const dateOrder = z.enum(['dmy', 'mdy', 'ymd'])
export const decimal = z.enum([',', '.'])
export const delimiter = z.enum([',', ';', '\t', '|'])

/** The parts of a CSV layout that a person chooses; the rest is detected. */
export const mapping = z.strictObject({
  encoding: z.enum(encodings).optional(),
  delimiter: delimiter.optional(),
  skipped: z.int().min(0).max(10_000).optional().describe('Records before the first transaction.'),
  columns: columns
    .extend({ balance: columns.shape.balance.default(null) })
    .refine(
      ({ amount: one, debit, credit }) => one !== null || (debit !== null && credit !== null),
      saying('must name the amount, or both the debit and the credit', { name: 'columns_unknown' }),
    )
    .optional()
    .describe('Positions of the columns, from 0.'),
  dateOrder: dateOrder.optional(),
  decimal: decimal.optional(),
  isInverted: z.boolean().optional().describe('Spending is written without a minus.'),
})

export const row = z.object({
  line: z.int(),
  booked_at: day,
  amount,
  concept: z.string(),
  category: z.string().nullable().describe('The file’s own words for the category.'),
  status: z.enum(['pending', 'booked']),
})

/** In the order in which they are listed. */
export const skipReasons = [
  'pending',
  'reverted',
  'declined',
  'balance',
  'total',
  'notice',
  'empty',
  'other_account',
  'other_currency',
  'investment',
] as const

/** Rows that are not bookings. They are left out. */
export const skipped = z.array(
  z.object({
    reason: z.enum(skipReasons),
    count: z.int(),
    lines: z.array(z.int()).describe('The first five lines.'),
  }),
)

/** The part of the reading that the file leaves open. Sending one of the mappings answers it. */
export const question = z.object({
  kind: z.enum(openReadings),
  /** Two or three, the likelier first. */
  readings: z.array(
    z.object({
      mapping,
      rows: z
        .array(row)
        .describe('The first rows on which the readings differ, without those that it leaves out.'),
      in: cents.describe('The sum of all money in.'),
      out: cents.describe('The sum of all money out, without a minus.'),
      skipped: z.int().describe('Rows that it leaves out.'),
      gaps: z.int(),
      closing: cents
        .nullable()
        .describe('The balance after the last row, if the file has balances.'),
    }),
  ),
})
