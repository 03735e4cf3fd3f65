import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { instant } from '#/platform/contract/fields.ts'

/** Why an automatic backup failed. The application has words for each. */
export const faultWords = [
  'no_space',
  'not_writable',
  'folder_missing',
  'other_instance',
  'unverified',
  'interrupted',
  'other',
] as const
export type FaultWord = (typeof faultWords)[number]

const tag = 'Backups'

const kind = z.enum(['nightly', 'by_hand', 'before_migration'])

const backups = z.object({
  automatic: z
    .boolean()
    .describe('False: no folder is set, so Earmark writes no backups by itself.'),
  folder: z.string().nullable(),
  same_disk: z
    .boolean()
    .describe('The folder is on the disk of the database, and is lost with it.'),
  sealed: z.boolean().describe('New files are sealed with the passphrase of the settings.'),
  running: z.boolean().describe('One is being written, or will be in a moment.'),
  last_at: instant
    .nullable()
    .describe('The time of the newest data in a verified backup, also of the command line.'),
  next_at: instant.nullable().describe('When the next nightly backup is due.'),
  failure: z
    .object({ at: instant, kind, reason: z.enum(faultWords), message: z.string() })
    .nullable()
    .describe('The last attempt, if it failed.'),
  files: z
    .array(z.object({ name: z.string(), kind, at: instant, bytes: z.int() }))
    .nullable()
    .describe('The newest first; null if the folder cannot be read.'),
})

/**
 * Declares what operators see of the backups of the whole instance. Nobody can fetch one here: a file holds every
 * household, so it stays with those who have the machine.
 */
export const backupsApp = {
  showBackups: endpoint({
    method: 'GET',
    path: '/backups',
    tag,
    summary: 'Show how this instance is backed up',
    scope: 'data.read',
    refusals: ['operator_required'],
    response: backups,
  }),
  takeBackup: endpoint({
    method: 'POST',
    path: '/backups',
    tag,
    summary: 'Ask for a backup now',
    description: 'It is written beside the server. Without a folder nothing happens.',
    cost: 100,
    scope: 'data.write',
    refusals: ['operator_required'],
    response: backups,
  }),
}
