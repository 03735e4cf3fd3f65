import * as z from 'zod'
import { accountType } from '#/budget/accounts/contract.ts'
import { saying } from '#/platform/contract/detail.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import type { FileReason } from '#/platform/contract/file-reason.ts'
import {
  amount,
  cents,
  currency,
  day,
  id,
  instant,
  name,
  text,
  visibleText,
} from '#/platform/contract/fields.ts'
import { isFileReason } from '#/platform/contract/say-reason.ts'
import { encodings } from '#/core/values/encodings.ts'

/** The largest file that is taken, in bytes. */
const FILE_BYTES_MAX = 50 * 1024 * 1024

const place = z.int().min(0).max(999)
const columns = z.strictObject({
  date: place,
  amount: place.nullable(),
  debit: place.nullable(),
  credit: place.nullable(),
  direction: place.nullable().describe('Says of magnitudes which way the money went.'),
  merchant: place.nullable(),
  description: z.array(place).max(10),
  currency: place.nullable(),
  balance: place.nullable().describe('What the account holds after each row.'),
})
const dateOrder = z.enum(['dmy', 'mdy', 'ymd'])
const decimal = z.enum([',', '.'])
const delimiter = z.enum([',', ';', '\t', '|'])

/** What a person says of a CSV file; what they leave out is found out. */
const reading = z.strictObject({
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
    .describe('Places of the columns, from 0.'),
  dateOrder: dateOrder.optional(),
  decimal: decimal.optional(),
  isInverted: z.boolean().optional().describe('Spending is written without a minus.'),
})

const status = z.enum(['uploaded', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone'])
const format = z.enum(['csv', 'ofx', 'camt.052', 'camt.053'])

/** Why the file cannot be imported, for whoever words it; `message` says the same in English. */
const reason = z.custom<FileReason>(isFileReason).nullable()

const told = z.object({
  id,
  account_id: id.nullable().describe('Null until the account is made, with the rows.'),
  account_name: z.string(),
  currency,
  file_name: z.string(),
  format: format.nullable(),
  status,
  total: z.int(),
  processed: z
    .int()
    .describe('Rows that are in while it runs; nobody sees them before the last is.'),
  added: z.int(),
  duplicates: z.int(),
  settled: z.int().describe('Duplicates that were pending until then.'),
  message: z.string().nullable().describe('Why it failed.'),
  reason,
  line: z.int().nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
  balance: cents
    .nullable()
    .describe('What the file, or a person of it, has said that the account holds.'),
  balance_day: day.nullable(),
})

const row = z.object({
  line: z.int(),
  booked_at: day,
  amount,
  concept: z.string(),
  status: z.enum(['pending', 'booked']),
})

const preview = z.object({
  id,
  /** Null where the file cannot be read as it is: then `message` says why, and a mapping may help. */
  format: format.nullable(),
  encoding: z.string().nullable(),
  /** Of CSV, and as good as can be told where it cannot be read. */
  layout: z
    .object({
      delimiter,
      skipped: z.int(),
      header: z.array(z.string()),
      columns: z.object(columns.shape),
      dateOrder,
      decimal,
      isInverted: z.boolean(),
    })
    .nullable(),
  message: z.string().nullable(),
  reason,
  line: z.int().nullable(),
  account: z.string().nullable(),
  /** Those that the file names. Without `account` and with several of them one must be chosen. */
  accounts: z.array(z.object({ number: z.string(), total: z.int() })),
  counts: z
    .object({
      total: z.int(),
      new: z.int(),
      known: z.int().describe('Told by an earlier file.'),
      alike: z.int().describe('The account has one of the same day and amount from elsewhere.'),
    })
    .nullable(),
  /** The first ones. */
  rows: z.array(row.extend({ fate: z.enum(['new', 'known', 'alike']) })),
  /** The first ones of each kind, those that are only alike before those that are known. */
  duplicates: z.array(
    row.extend({
      position: z.int().describe('Among the rows of its account in the file, from 1.'),
      fate: z.enum(['known', 'alike']),
      different: z.boolean().describe('A person says that it is another payment: it is added.'),
      twin: z
        .object({
          id,
          booked_at: day,
          amount,
          concept: z.string(),
          provider: z.enum(['provider_a', 'provider_b', 'wallet', 'manual', 'import']),
          file_name: z.string().nullable(),
          deleted: z.boolean().describe('A person has deleted it.'),
        })
        .nullable()
        .describe('What it looks like.'),
      twin_line: z.int().nullable().describe('Of the row of the same file that it repeats.'),
    }),
  ),
  /** Null where a bank or a device tells the account's balance. */
  balance: z
    .object({
      now: cents,
      after: cents,
      /** What the file tells, if that is news; null: its rows move the balance. */
      told: cents.nullable(),
      told_day: day.nullable(),
      last_day: day.nullable().describe('Of the file’s bookings.'),
    })
    .nullable(),
  /** Where the file's running balance does not follow from its rows, in its own sign. Not a fault. */
  gaps: z.object({
    total: z.int(),
    first: z.array(z.object({ line: z.int(), expected: cents, told: cents })),
  }),
  /** What one date and one amount of the file would be, read in each way. */
  examples: z.object({
    dates: z.array(z.object({ order: dateOrder, text: z.string(), day: day.nullable() })),
    decimals: z.array(z.object({ sign: decimal, text: z.string(), amount: cents.nullable() })),
  }),
  /** The file's own first lines, cut at the likeliest delimiter, for whoever must say what the columns are. */
  sample: z.array(z.array(z.string())),
})

/** Statement files that people bring. For the application. */
export const importsApp = {
  uploadImport: endpoint({
    method: 'POST',
    path: '/imports',
    separate: true,
    tag: 'Imports',
    summary: 'Upload a statement file and see what importing it would do',
    cost: 30,
    heavy: true,
    scope: 'data.write',
    refusals: ['limit_reached', 'resource_not_found', 'account_closed'],
    transaction: 'none',
    query: z.strictObject({
      file_name: text({ min: 1, max: 255 }),
      account_id: id.optional(),
      account_name: name.optional().describe('Of an account that is made with the rows.'),
      account_type: accountType.optional(),
      account_subtype: visibleText({ min: 1, max: 100 }).optional(),
      account_currency: currency.optional().describe('By default the household’s.'),
    }),
    body: z.instanceof(Uint8Array),
    bodyKind: 'bytes',
    bodyBytesMax: FILE_BYTES_MAX,
    status: 201,
    response: preview,
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/preview',
    separate: true,
    tag: 'Imports',
    summary: 'Say how an uploaded file is to be read, and see what importing it would do',
    cost: 20,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    params: z.strictObject({ id }),
    body: z.strictObject({
      mapping: reading.default({}),
      file_account: text({ min: 1, max: 100 }).nullable().default(null),
      balance: amount
        .nullable()
        .default(null)
        .describe('What the account holds after the last row; null: as the file says, if it does.'),
      different: z
        .strictObject({
          alike: z.boolean().default(false).describe('All that are only alike.'),
          rows: z
            .array(z.int().min(1))
            .max(10_000)
            .default([])
            .describe('Single ones, by position.'),
        })
        .default({ alike: false, rows: [] })
        .describe('Which duplicates are payments of their own, and are added.'),
    }),
    response: preview,
  }),
  commitImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/commit',
    tag: 'Imports',
    summary: 'Import an uploaded file in the background, as it was previewed last',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    params: z.strictObject({ id }),
    status: 202,
    response: told,
  }),
  cancelImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/cancel',
    tag: 'Imports',
    summary: 'Give up an import that has not ended; nothing of it stays',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    params: z.strictObject({ id }),
    response: told,
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/undo',
    tag: 'Imports',
    summary: 'Undo a whole import: what it added goes, what it changed is as it was',
    cost: 30,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    response: told.extend({ removed: z.int(), restored: z.int() }),
  }),
  showImport: endpoint({
    method: 'GET',
    path: '/imports/{id}',
    tag: 'Imports',
    summary: 'Show how far an import is, and what came of it',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: told,
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/imports',
    tag: 'Imports',
    summary: 'List the imports of files, newest first',
    scope: 'data.read',
    query: z.strictObject({
      account_id: id.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    response: z.array(told),
  }),
}
