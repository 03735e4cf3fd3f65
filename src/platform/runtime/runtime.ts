import type { Database } from '#/platform/database/database.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import type { Bell } from './bell.ts'
import type { Engine } from './engine.ts'
import type { Log } from './log.ts'
import type { Seal } from './seal.ts'

/**
 * Everything that is not decided by our own code and data: the time, chance, the network, the disk.
 * It is the first argument of every verb, so that a test can hold all of it still.
 */
export type Runtime = {
  readonly now: () => Temporal.Instant
  /** Sets the clock by the database's, which all processes share. */
  readonly synchronize: () => Promise<void>
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (count: number) => Uint8Array
  /** A UUID version 7: ids sort by the moment they were made. */
  readonly newId: () => string
  readonly db: Database
  /** Paydays and due dates, which every write of a household finds worked off. */
  readonly engine: Engine
  /** The network, as far as strangers' addresses are concerned. */
  readonly outbound: Outbound
  /** The network, as far as webhooks' destinations are concerned: plain http is for anyone. */
  readonly destinations: Outbound
  /** Plaid, as the operator has set it up; null: it is not offered. `webhookUrl`: where it tells of news. */
  readonly plaid: Plaid | null
  /** Word between the parts of this process. */
  readonly bell: Bell
  /** This process among others: who holds a lease, and whether its holder still lives. */
  readonly host: Host
  /** Encrypts what is secret at rest. */
  readonly seal: Seal
  readonly log: Log
}

export type Plaid = {
  readonly url: string
  readonly clientId: string
  readonly secret: string
  readonly webhookUrl: string | null
}

export type Host = {
  readonly name: string
  readonly pid: number
  readonly isAlive: (pid: number) => boolean
}

/** UUID version 7 (RFC 9562, 5.7) from a moment and 16 random bytes. */
export function uuidV7(now: Temporal.Instant, random: Uint8Array): string {
  const bytes = Buffer.from(random.subarray(0, 16))
  bytes.writeUIntBE(now.epochMilliseconds, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
