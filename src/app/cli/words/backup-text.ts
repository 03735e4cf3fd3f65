import type { BackupSummary, Restored } from '#/backups/backup.ts'
import { columns } from './columns.ts'

/** The facts of a backup for `--json`. */
export function summaryJson(summary: BackupSummary) {
  const { madeAt, missingKeys, ...rest } = summary
  return { ...rest, made_at: madeAt.toString(), missing_keys: missingKeys }
}

export function backupText(file: string, summary: BackupSummary): string {
  const where = file === '-' ? 'standard output' : file
  return [
    `Backed up ${contents(summary)} to ${where} (${size(summary.bytes)}).`,
    summary.sealed
      ? 'It is sealed: without the passphrase nobody can read it, and nobody can recover the passphrase.'
      : OPEN,
    ...missing(summary),
  ].join('\n')
}

export function verifiedText(file: string, summary: BackupSummary): string {
  return [
    `${file === '-' ? 'The backup' : file} is complete and unaltered.`,
    columns([
      ['made', `${summary.madeAt.toString()} by Earmark ${summary.version}`],
      ['from', `PostgreSQL ${summary.postgres}, migration ${summary.migration}`],
      ['holds', contents(summary)],
      ['rows', `${number(summary.rows)} in ${summary.tables.length} tables`],
      ['size', size(summary.bytes)],
      ['seal', summary.sealed ? 'a passphrase' : 'none'],
    ]),
    ...(summary.sealed ? [] : [OPEN]),
    ...missing(summary),
  ].join('\n')
}

type Around = { readonly secret: 'added' | 'same'; readonly dataFolder: string }

export function restoredText(restored: Restored, { secret, dataFolder }: Around): string {
  const { migrated, skipped } = restored
  return [
    `Restored ${contents(restored)} of ${restored.madeAt.toString()}.`,
    ...(migrated.length > 0
      ? [`The backup was older: brought up to date by ${migrated.length} migrations.`]
      : []),
    ...(skipped.length > 0
      ? [`Left out, because they are not Earmark's: ${skipped.join(', ')}.`]
      : []),
    ...(secret === 'added'
      ? [
          `The master secret of the backup is not EARMARK_SECRET, and was added to ${dataFolder}/secret, so that its bank access can be ` +
            'decrypted. `earmark secrets rotate` encrypts everything with EARMARK_SECRET; until then, processes on other machines need ' +
            'the former secret in EARMARK_SECRET_PREVIOUS.',
        ]
      : []),
    ...missing(restored),
    'Everybody signs in again. Start the server with `earmark serve`. If the instance that was backed up still runs, stop it',
    'first: both would ask the banks and send webhooks.',
  ].join('\n')
}

const OPEN =
  'It is NOT sealed. Everybody who has the file can read every record, use the access to the banks, sign webhooks and compute\n' +
  'the codes of authenticator apps.'

function missing({ missingKeys }: BackupSummary): string[] {
  if (missingKeys.length === 0) return []
  return [
    `Warning: some stored secrets cannot be decrypted with the master secrets here (key ${missingKeys.join(', ')}). Is EARMARK_DATA ` +
      'the data folder of this database, or is a former secret missing in EARMARK_SECRET_PREVIOUS?',
  ]
}

function contents({ households, people, transactions }: BackupSummary): string {
  return (
    `${number(households)} ${households === 1 ? 'household' : 'households'}, ${number(people)} ` +
    `${people === 1 ? 'person' : 'people'} and ${number(transactions)} ${transactions === 1 ? 'transaction' : 'transactions'}`
  )
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function size(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
