import * as z from 'zod'
import { accountType } from '#/budget/accounts/contract.ts'
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
import {
  columns,
  dateOrder,
  decimal,
  delimiter,
  mapping,
  question,
  row,
  skipped,
} from '#/sources/files/readings/app-contract.ts'

/** Limits an uploaded file, in bytes. */
const FILE_BYTES_MAX = 50 * 1024 * 1024

const fileAccount = text({ min: 1, max: 100 })

/** The account that rows are imported into: an existing one, or a new one. */
const into = z.strictObject({
  account_id: id.optional(),
  account_name: name.optional().describe('The name of an account that is created with the rows.'),
  account_type: accountType.optional(),
  account_subtype: visibleText({ min: 1, max: 100 }).optional(),
  account_currency: currency.optional().describe('By default the household’s.'),
})

const status = z.enum(['uploaded', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone'])
const format = z.enum([
  'csv',
  'xlsx',
  'xls',
  'html',
  'ofx',
  'camt.052',
  'camt.053',
  'camt.054',
  'mt940',
  'mt942',
  'qif',
])

/** Why the file cannot be imported, for clients with their own words; `message` says the same in English. */
const reason = z.custom<FileReason>(isFileReason).nullable()

const fileImport = z.object({
  id,
  account_id: id.nullable().describe('Null until the account is created with the rows.'),
  account_name: z.string(),
  account_type: accountType,
  currency,
  file_name: z.string(),
  format: format.nullable(),
  status,
  total: z.int(),
  processed: z
    .int()
    .describe('Rows stored so far; they become visible together when the import ends.'),
  added: z.int(),
  duplicates: z.int(),
  settled: z.int().describe('Duplicates that were pending and are booked now.'),
  message: z.string().nullable().describe('Why it failed.'),
  reason,
  line: z.int().nullable(),
  skipped: skipped.describe('Rows that are not bookings and were left out.'),
  created_at: instant,
  finished_at: instant.nullable(),
  balance: cents
    .nullable()
    .describe('The balance of the account according to the file or the person.'),
  balance_day: day.nullable(),
})

const preview = z.object({
  id,
  /** Null if the file cannot be read: then `message` says why, and a mapping may help. */
  format: format.nullable(),
  encoding: z.string().nullable(),
  /** Set for CSV and other tables; a guess if the file cannot be read. */
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
  /** The accounts that the file names. With several of them and no `account`, one must be chosen. */
  accounts: z.array(
    z.object({
      number: z.string(),
      total: z.int(),
      account_id: id.nullable().describe('The household’s account that it seems to be.'),
    }),
  ),
  counts: z
    .object({
      total: z.int(),
      new: z.int(),
      known: z.int().describe('Contained in an earlier file.'),
      alike: z.int().describe('Reported by another source with the same day and amount.'),
    })
    .nullable(),
  /** Null if the file, the account and its known rows decide how to read it. */
  question: question.nullable(),
  skipped,
  /** The first rows. */
  rows: z.array(row.extend({ fate: z.enum(['new', 'known', 'alike']) })),
  /** The first duplicates of each kind, `alike` before `known`. */
  duplicates: z.array(
    row.extend({
      position: z.int().describe('Among the rows of its account in the file, from 1.'),
      fate: z.enum(['known', 'alike']),
      different: z.boolean().describe('A person says that it is a separate payment: it is added.'),
      twin: z
        .object({
          id,
          booked_at: day,
          amount,
          concept: z.string(),
          provider: z.enum([
            'provider_a',
            'provider_b',
            'provider_c',
            'wallet',
            'manual',
            'import',
          ]),
          file_name: z.string().nullable(),
          deleted: z.boolean().describe('Deleted by a person.'),
        })
        .nullable()
        .describe('The transaction that it resembles.'),
      twin_line: z
        .int()
        .nullable()
        .describe('The line of the row of the same file that it repeats.'),
    }),
  ),
  /** Null if a bank or a device reports the account's balance. */
  balance: z
    .object({
      now: cents,
      after: cents,
      /** The balance that the file states, if it is newer than the last stated one; null: its rows move the balance. */
      stated: cents.nullable(),
      stated_day: day.nullable(),
      last_day: day.nullable().describe('The day of the file’s last booking.'),
      is_known: z
        .boolean()
        .describe('False if nobody has stated a balance: `after` is only the sum of the rows.'),
    })
    .nullable(),
  /** Rows whose running balance does not follow from the rows before, in the file's own sign. Not a fault. */
  gaps: z.object({
    total: z.int(),
    first: z.array(z.object({ line: z.int(), expected: cents, stated: cents })),
  }),
  /** One date and one amount of the file, read in each possible way. */
  examples: z.object({
    dates: z.array(z.object({ order: dateOrder, text: z.string(), day: day.nullable() })),
    decimals: z.array(z.object({ sign: decimal, text: z.string(), amount: cents.nullable() })),
  }),
  /** The first lines, split at the likeliest delimiter, for a person who must choose the columns. */
  sample: z.array(z.array(z.string())),
})

/** Statement files that people upload. For the application. */
export const importsApp = {
  uploadImport: endpoint({
    method: 'POST',
    path: '/imports',
    forKeys: true,
    separate: true,
    tag: 'Imports',
    summary: 'Upload a statement file and see what importing it would do',
    cost: 30,
    heavy: true,
    scope: 'data.write',
    refusals: ['limit_reached', 'resource_not_found', 'account_closed'],
    transaction: 'none',
    query: into.extend({ file_name: text({ min: 1, max: 255 }) }),
    body: z.instanceof(Uint8Array),
    bodyKind: 'bytes',
    bodyBytesMax: FILE_BYTES_MAX,
    status: 201,
    response: preview,
  }),
  previewImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/preview',
    forKeys: true,
    separate: true,
    tag: 'Imports',
    summary: 'Choose how to read an uploaded file and see what importing it would do',
    cost: 20,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    params: z.strictObject({ id }),
    body: z.strictObject({
      mapping: mapping.optional().describe('Default: as last previewed.'),
      file_account: fileAccount.nullable().optional().describe('Default: as last previewed.'),
      balance: amount
        .nullable()
        .default(null)
        .describe('The balance after the last row; null: the one that the file states, if any.'),
      different: z
        .strictObject({
          alike: z.boolean().default(false).describe('All duplicates of other sources.'),
          rows: z
            .array(z.int().min(1))
            .max(10_000)
            .default([])
            .describe('Single rows, by position.'),
        })
        .default({ alike: false, rows: [] })
        .describe('Duplicates that are separate payments and are added.'),
    }),
    response: preview,
  }),
  chooseImportAccounts: endpoint({
    method: 'POST',
    path: '/imports/{id}/accounts',
    forKeys: true,
    tag: 'Imports',
    summary: 'Choose where each account of an uploaded file goes; each gets an import of its own',
    cost: 10,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict', 'limit_reached', 'account_closed'],
    transaction: 'none',
    params: z.strictObject({ id }),
    body: z.strictObject({
      accounts: z
        .array(into.extend({ file_account: fileAccount }))
        .min(1)
        .max(10)
        .describe('Accounts that are not named are left out.'),
    }),
    response: z.array(fileImport).describe('In the order of the accounts. Preview each of them.'),
  }),
  commitImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/commit',
    forKeys: true,
    tag: 'Imports',
    summary: 'Import an uploaded file in the background as last previewed',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    params: z.strictObject({ id }),
    status: 202,
    response: fileImport,
  }),
  cancelImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/cancel',
    forKeys: true,
    tag: 'Imports',
    summary: 'Cancel an unfinished import, of which nothing remains',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    params: z.strictObject({ id }),
    response: fileImport,
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/imports/{id}/undo',
    forKeys: true,
    tag: 'Imports',
    summary: 'Undo an import: delete what it added and restore what it changed',
    cost: 30,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    response: fileImport.extend({ removed: z.int(), restored: z.int() }),
  }),
  stateImportBalance: endpoint({
    method: 'POST',
    path: '/imports/{id}/balance',
    forKeys: true,
    tag: 'Imports',
    summary: 'State what the account held after the last row of a file that says no balance',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    body: z.strictObject({ balance: amount }),
    response: fileImport,
  }),
  showImport: endpoint({
    method: 'GET',
    path: '/imports/{id}',
    forKeys: true,
    tag: 'Imports',
    summary: 'Show the progress and the result of an import',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params: z.strictObject({ id }),
    response: fileImport,
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/imports',
    forKeys: true,
    tag: 'Imports',
    summary: 'List the imports of files, newest first',
    scope: 'data.read',
    query: z.strictObject({
      account_id: id.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    response: z.array(fileImport),
  }),
}
