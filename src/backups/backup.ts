/** Where a backup is taken from. */
export type BackupSource = {
  readonly databaseUrl: string
  /** The master secrets, the newest first. */
  readonly secrets: readonly string[]
  /** The version of this Earmark. */
  readonly version: string
  readonly now: Temporal.Instant
}

/** The lock of a backup: a passphrase, or `unsealed`, with which anybody who has the file can read all of it. */
export type Sealing = { readonly passphrase: string } | 'unsealed'

/** The first line of a backup, readable without a passphrase. */
export type BackupHeader = {
  readonly format: number
  /** The version of Earmark that made it. */
  readonly version: string
  readonly madeAt: Temporal.Instant
  readonly sealed: boolean
}

/** The contents of a backup, as `verifyBackup` and `restoreBackup` report them after all of it was read. */
export type BackupSummary = BackupHeader & {
  /** The version of PostgreSQL that it was taken from, such as `18.4`. */
  readonly postgres: string
  /** The last migration that its database had run. */
  readonly migration: string
  readonly households: number
  readonly people: number
  readonly transactions: number
  /** All rows of all tables. */
  readonly rows: number
  readonly tables: readonly BackupTable[]
  /** Bytes of the backup. */
  readonly bytes: number
  /** Ids of keys under which it holds secrets, but whose master secrets it does not have: nobody can decrypt these. */
  readonly missingKeys: readonly string[]
}

export type BackupTable = {
  readonly name: string
  readonly rows: number
  /** SHA-256 of its rows as they are in the backup, in hexadecimal digits. */
  readonly digest: string
}

/** Where a backup is restored to. */
export type RestoreTarget = {
  /** An empty database, or one of an instance without people and households. */
  readonly databaseUrl: string
  readonly version: string
  readonly now: Temporal.Instant
  /** Called before the commit with the master secrets of the backup; `undo` runs if the commit fails. */
  readonly keepSecrets: (secrets: readonly string[]) => { readonly undo: () => void }
}

export type Restored = BackupSummary & {
  /** Migrations that ran on the restored data, because the backup is older than this Earmark. */
  readonly migrated: readonly string[]
  /** Tables of the backup that are not Earmark's, and were left out. */
  readonly skipped: readonly string[]
}

export type BackupFaultCode =
  /** The file does not begin like a backup. */
  | 'not_a_backup'
  /** A newer Earmark made it. */
  | 'newer'
  /** Its migrations are not those of this Earmark. */
  | 'other_schema'
  /** The passphrase is wrong, or the file was altered before its first row. */
  | 'wrong_passphrase'
  /** It ends early, or some of it was altered. */
  | 'damaged'
  /** The target has people or households. */
  | 'not_empty'
  /** The source or the target cannot do what is needed. */
  | 'unusable'

/** A backup that cannot be made, read or restored. The message says what to do. Nothing was changed. */
export class BackupFault extends Error {
  override name = 'BackupFault'
  readonly code: BackupFaultCode

  constructor(code: BackupFaultCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
