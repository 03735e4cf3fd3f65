import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { instant, text } from '#/platform/contract/fields.ts'

const tag = 'Backups'

/** Proxies refuse larger bodies unless they are set up otherwise: nginx by default above 1 MiB. */
export const PIECE_BYTES = 960 * 1024

/** Why a file is not restored. The application has words for each. */
export const refusedReasons = [
  'not_a_backup',
  'newer',
  'other_schema',
  'wrong_passphrase',
  'damaged',
  'not_empty',
  'unusable',
  'no_space',
  'interrupted',
  'other',
] as const
export type RefusedReason = (typeof refusedReasons)[number]

const upload = z.object({
  id: z.string(),
  state: z.enum(['receiving', 'checking', 'restoring', 'done', 'refused']),
  reason: z
    .enum(refusedReasons)
    .nullable()
    .describe('Of a file that was refused. Nothing was changed.'),
  received: z.int().describe('Bytes of the file so far: the next piece begins here.'),
  piece_bytes: z.int().describe('The longest piece.'),
  share: z
    .number()
    .nullable()
    .describe('The part of the file that was checked or restored, 0 to 1.'),
  header: z
    .object({ made_at: instant, version: z.string(), sealed: z.boolean() })
    .nullable()
    .describe('The first line of the file, as soon as it is there.'),
  contents: z
    .object({ households: z.int(), people: z.int(), transactions: z.int() })
    .nullable()
    .describe('Once the whole file was checked.'),
})

const params = z.strictObject({ id: text({ min: 20, max: 60 }) })

/**
 * Declares how a backup is restored on the first visit, by the holder of a setup link and only while nobody has an account.
 * The file comes in pieces, so that any size passes every proxy and a lost connection goes on.
 */
export const firstVisit = {
  beginRestore: endpoint({
    method: 'POST',
    path: '/setup/restore',
    tag,
    summary: 'Begin to upload a backup for this empty instance',
    scope: 'data.write',
    open: true,
    status: 201,
    refusals: ['link_not_valid', 'setup_done'],
    body: z.strictObject({ token: text({ min: 1, max: 100 }) }),
    response: upload,
  }),
  addPiece: endpoint({
    method: 'PUT',
    path: '/setup/restore/{id}',
    tag,
    summary: 'Send the next piece of the file',
    description: 'A piece from another position is ignored: the answer says where to go on.',
    scope: 'data.write',
    open: true,
    refusals: ['resource_not_found', 'setup_done'],
    params,
    query: z.strictObject({ position: z.int().min(0) }),
    body: z.instanceof(Uint8Array),
    bodyKind: 'bytes',
    bodyBytesMax: PIECE_BYTES,
    response: upload,
  }),
  startRestore: endpoint({
    method: 'POST',
    path: '/setup/restore/{id}/start',
    tag,
    summary: 'Check the uploaded backup and restore it',
    description: 'It runs beside the server. After a wrong passphrase it can be started again.',
    scope: 'data.write',
    open: true,
    refusals: ['resource_not_found', 'setup_done'],
    params,
    body: z.strictObject({ passphrase: z.string().max(1000) }),
    response: upload,
  }),
  showRestore: endpoint({
    method: 'GET',
    path: '/setup/restore/{id}',
    tag,
    summary: 'Show how far it is',
    scope: 'data.read',
    open: true,
    aside: true,
    refusals: ['resource_not_found'],
    params,
    response: upload,
  }),
}
