import { MOVE_BYTES_MAX, applications, leftReasons } from '#/core/values/moves.ts'
import * as z from 'zod'
import { accountType } from '#/budget/accounts/contract.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import type { FileReason } from '#/platform/contract/file-reason.ts'
import { isFileReason } from '#/platform/contract/say-reason.ts'
import {
  amount,
  cents,
  currency,
  day,
  id,
  instant,
  text,
  visibleText,
} from '#/platform/contract/fields.ts'

const app = z.enum(applications)
const status = z.enum(['uploaded', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone'])
const key = text({ min: 1, max: 300 })
const fileQuery = {
  file_name: text({ min: 1, max: 255 }),
  further: z
    .literal('1')
    .optional()
    .describe('1: further files follow, so that this one is only kept.'),
}

/** The facts that a person states about the files; anything left out is as the files say, or as it seems. */
const choices = z.strictObject({
  currency: currency.nullable().default(null).describe('Of amounts without a currency.'),
  date_order: z.enum(['dmy', 'mdy', 'ymd']).nullable().default(null),
  spending: z
    .enum(['plus', 'minus'])
    .nullable()
    .default(null)
    .describe('The sign with which the file writes spending.'),
  accounts: z
    .array(
      z.strictObject({
        key,
        take: z.boolean().default(true).describe('False: the account is left out.'),
        type: accountType.nullable().default(null),
        subtype: visibleText({ min: 1, max: 100 }).nullable().default(null),
        balance: amount.nullable().default(null).describe('Its balance after its last payment.'),
      }),
    )
    .max(1000)
    .default([]),
})

const movedAccount = z.object({
  key: z.string(),
  name: z.string(),
  type: accountType,
  subtype: z.string().nullable(),
  currency,
  is_guessed: z.boolean().describe('The kind is guessed from the name.'),
  is_new: z.boolean(),
  account_id: id.nullable(),
  taken: z.boolean(),
  rows: z.int(),
  added: z.int(),
  opening: cents.describe('The money that it held before its first payment.'),
  balance: cents.describe('Its balance after the move.'),
  stated: cents.nullable().describe('Its balance as the files or a person state it.'),
})

const report = z.object({
  accounts: z.array(movedAccount),
  counts: z.object({
    rows: z.int(),
    added: z.int(),
    known: z.int().describe('Stored by an earlier move.'),
    transfers: z.int().describe('Pairs.'),
    splits: z.int(),
    pending: z.int(),
    tagged: z.int(),
    categories: z.int(),
    new_categories: z.int(),
    bills: z.int().describe('Proposed.'),
    paydays: z.int().describe('Proposed.'),
  }),
  first_day: day.nullable(),
  last_day: day.nullable(),
  left: z
    .array(
      z.object({
        reason: z.enum(leftReasons),
        count: z.int(),
        examples: z.array(z.string()),
      }),
    )
    .describe('The things that are not taken, or not as they were.'),
})

const kept = z.object({
  kind: z.enum(['account', 'category', 'payment', 'expense', 'payday']),
  reason: z.enum(['changed', 'in_use', 'accepted']),
  count: z.int(),
  names: z.array(z.string()).describe('The first ones.'),
})

const move = z.object({
  id,
  app,
  status,
  files: z.array(z.string()),
  question: z.enum(['date_order', 'spending']).nullable().describe('A choice that is missing.'),
  choices,
  report: report.nullable(),
  message: z.string().nullable().describe('Why the files cannot be taken.'),
  reason: z.custom<FileReason>(isFileReason).nullable(),
  file: z.string().nullable().describe('The file at fault.'),
  line: z.int().nullable(),
  kept: z.array(kept).nullable().describe('The things that an undo left.'),
  created_at: instant,
  finished_at: instant.nullable(),
})

const one = { params: z.strictObject({ id }), response: move } as const

/** Moving in from another application. For the application. */
export const movesApp = {
  uploadMove: endpoint({
    method: 'POST',
    path: '/moves',
    separate: true,
    tag: 'Moves',
    summary: 'Upload the export of another application and see what moving in would do',
    cost: 40,
    heavy: true,
    scope: 'data.write',
    refusals: ['limit_reached'],
    transaction: 'none',
    query: z.strictObject({ app, ...fileQuery }),
    body: z.instanceof(Uint8Array),
    bodyKind: 'bytes',
    bodyBytesMax: MOVE_BYTES_MAX,
    status: 201,
    response: move,
  }),
  addMoveFile: endpoint({
    method: 'POST',
    path: '/moves/{id}/files',
    separate: true,
    tag: 'Moves',
    summary: 'Add a further file of the same export',
    cost: 40,
    heavy: true,
    scope: 'data.write',
    refusals: ['limit_reached', 'resource_not_found', 'edit_conflict'],
    transaction: 'none',
    ...one,
    query: z.strictObject(fileQuery),
    body: z.instanceof(Uint8Array),
    bodyKind: 'bytes',
    bodyBytesMax: MOVE_BYTES_MAX,
    status: 201,
  }),
  previewMove: endpoint({
    method: 'POST',
    path: '/moves/{id}/preview',
    separate: true,
    tag: 'Moves',
    summary: 'State what the files leave open and see what moving in would do',
    cost: 40,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    ...one,
    body: choices,
  }),
  commitMove: endpoint({
    method: 'POST',
    path: '/moves/{id}/commit',
    tag: 'Moves',
    summary: 'Move in, in the background, as last previewed',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    ...one,
    status: 202,
  }),
  cancelMove: endpoint({
    method: 'POST',
    path: '/moves/{id}/cancel',
    tag: 'Moves',
    summary: 'Cancel an unfinished move, of which nothing remains',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    transaction: 'none',
    ...one,
  }),
  takeBackMove: endpoint({
    method: 'POST',
    path: '/moves/{id}/undo',
    separate: true,
    tag: 'Moves',
    summary: 'Undo a move: take back its accounts, categories, payments and proposals',
    description:
      'What people have changed since stays and is named in `kept`. Send `changed: "remove"`, also afterwards, to take ' +
      'back their payments too.',
    cost: 60,
    heavy: true,
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    ...one,
    body: z.strictObject({ changed: z.enum(['keep', 'remove']).default('keep') }),
  }),
  showMove: endpoint({
    method: 'GET',
    path: '/moves/{id}',
    tag: 'Moves',
    summary: 'Show the progress and the report of a move',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    ...one,
  }),
  listMoves: endpoint({
    method: 'GET',
    path: '/moves',
    tag: 'Moves',
    summary: 'List the moves of the household, newest first',
    scope: 'data.read',
    response: z.array(move),
  }),
}

export type Choices = z.output<typeof choices>
export type Report = z.output<typeof report>
export type Kept = z.output<typeof kept>
export type MoveView = z.output<typeof move>
/** No choice of a person. */
export const NO_CHOICES: Choices = {
  currency: null,
  date_order: null,
  spending: null,
  accounts: [],
}
