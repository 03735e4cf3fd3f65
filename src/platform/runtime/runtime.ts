import type { Database } from '#/platform/database/database.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import type { ApiLimits } from '#/platform/settings/api-limits.ts'
import type { OidcSettings } from '#/platform/settings/oidc-settings.ts'
import type { MailServer } from '#/platform/settings/smtp-settings.ts'
import type { Bell } from './bell.ts'
import type { BackupSettings } from './config.ts'
import type { Engine } from './engine.ts'
import type { Log } from './log.ts'
import type { RecentRows } from '#/platform/database/recent-rows.ts'
import type { Seal } from './seal.ts'
import type { Tally } from './tally.ts'

/**
 * Everything that our own code and data do not determine: time, randomness, the network, the disk. It is the first argument
 * of every handler, so that tests can control all of it.
 */
export type Runtime = {
  readonly now: () => Temporal.Instant
  /** Sets the clock to the database's, which all processes share. */
  readonly synchronize: () => Promise<void>
  /** Resolves after this many milliseconds, or at once when the signal aborts. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (count: number) => Uint8Array
  /** Returns a UUID version 7, which sorts by its time of creation. */
  readonly newId: () => string
  readonly db: Database
  /** True if households are on several machines, so that a statement names one of them. */
  readonly isDistributed?: boolean
  /** Rows that were read lately; without it each list reads all of its rows. */
  readonly recent?: RecentRows
  /** Processes paydays and due dates, before every write of a household. */
  readonly engine: Engine
  /** Requests to addresses that people choose, such as banks. */
  readonly outbound: Outbound
  /** Requests to destinations of webhooks, which may use plain http. */
  readonly destinations: Outbound
  /** The limits of the API on the plan `premium`, with which a household of one's own starts. */
  readonly apiLimits: ApiLimits
  /** The address by which people reach this instance, without a slash at its end; null: not set. */
  readonly publicUrl: string | null
  /** The operator's access to Plaid; null: not offered. `webhookUrl`: the address for its notifications. */
  readonly plaid: Plaid | null
  /** The providers by which people may sign in. */
  readonly oidc: OidcSettings
  /** How the instance sends mail. */
  readonly mail: MailPlace
  /** The operator's access to Enable Banking; null: not offered. */
  readonly enableBanking: EnableBanking | null
  /** Where and how the whole instance is backed up. */
  readonly backups: BackupPlace
  /** Messages between the parts of this process. */
  readonly bell: Bell
  /** The identity of this process, for leases. */
  readonly host: Host
  /** Encrypts stored secrets. */
  readonly seal: Seal
  readonly log: Log
  /** Counts of background work. */
  readonly tally: Tally
}

export type Plaid = {
  readonly url: string
  readonly clientId: string
  readonly secret: string
  readonly webhookUrl: string | null
}

export type EnableBanking = {
  readonly url: string
  readonly applicationId: string
  /** The private key of the application, PEM. */
  readonly key: string
  /** The page of this instance to which banks send people back; it is registered at Enable Banking. */
  readonly returnUrl: string
}

export type MailPlace = {
  /** The mail server of the environment; null: the one of the page counts, if any. */
  readonly server: MailServer | null
  /** The operator's address of this instance, without a slash at the end. Links in mails begin with it; null: none are mailed. */
  readonly publicUrl: string | null
}

export type BackupPlace = BackupSettings & {
  /** For files of the instance, and the database itself if it is the embedded one. */
  readonly dataFolder: string
  readonly isEmbedded: boolean
  /** The time zone of the machine, whose nights count. */
  readonly zone: string
}

export type Host = {
  readonly name: string
  readonly pid: number
  readonly isAlive: (pid: number) => boolean
}

/** Returns a UUID version 7 (RFC 9562, 5.7) of a moment and 16 random bytes. */
export function uuidV7(now: Temporal.Instant, random: Uint8Array): string {
  const bytes = Buffer.from(random.subarray(0, 16))
  bytes.writeUIntBE(now.epochMilliseconds, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
