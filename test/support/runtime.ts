import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Database } from '#/platform/database/database.ts'
import { engine } from '#/budget/funding/engine.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import { type ApiLimits, specified } from '#/platform/settings/api-limits.ts'
import { NO_OIDC, type OidcSettings } from '#/platform/settings/oidc-settings.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import { createLog } from '#/platform/runtime/log.ts'
import { createTally } from '#/platform/runtime/tally.ts'
import { createSeal } from '#/platform/runtime/seal.ts'
import {
  type BackupPlace,
  type EnableBanking,
  type MailPlace,
  type Plaid,
  uuidV7,
  type Runtime,
} from '#/platform/runtime/runtime.ts'

export type TestRuntime = Runtime & {
  readonly advance: (duration: Temporal.DurationLike) => void
  /** Every log line so far. */
  readonly logged: string[]
}

/** Where test runtimes begin: a Monday noon in UTC. */
export const START = '2026-01-05T12:00:00Z'

/** A runtime in which time moves only on request, and chance repeats itself. `ticks`: milliseconds by which each look at the clock moves it. */
export function createTestRuntime(
  db: Database,
  options: {
    seed?: string
    start?: string
    ticks?: number
    outbound?: Outbound
    destinations?: Outbound
    plaid?: Plaid
    oidc?: OidcSettings
    mail?: MailPlace
    enableBanking?: EnableBanking
    backups?: Partial<BackupPlace>
    apiLimits?: ApiLimits
    isDistributed?: boolean
  } = {},
): TestRuntime {
  const { seed = 'seed', start = START, ticks = 0 } = options
  let now = Temporal.Instant.from(start)
  let drawn = 0
  const randomBytes = (count: number): Uint8Array => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, () => {
      drawn += 1
      return createHash('sha256').update(`${seed}:${drawn}`).digest()
    })
    return Buffer.concat(blocks).subarray(0, count)
  }
  const logged: string[] = []
  return {
    now: () => (now = ticks === 0 ? now : now.add({ milliseconds: ticks })),
    synchronize: () => Promise.resolve(),
    // Waiting takes no time in a test: what is waited for is advanced to by hand.
    wait: () => Promise.resolve(),
    randomBytes,
    newId: () => uuidV7(now, randomBytes(16)),
    db,
    engine,
    host: { name: 'test', pid: 1, isAlive: () => true },
    outbound: options.outbound ?? closedOutbound,
    destinations: options.destinations ?? closedOutbound,
    apiLimits: options.apiLimits ?? specified,
    isDistributed: options.isDistributed ?? false,
    publicUrl: null,
    plaid: options.plaid ?? null,
    oidc: options.oidc ?? NO_OIDC,
    mail: options.mail ?? { server: null, publicUrl: null },
    enableBanking: options.enableBanking ?? null,
    backups: {
      folder: null,
      passphrase: null,
      beforeMigration: true,
      dataFolder: '/nowhere',
      isEmbedded: false,
      zone: 'UTC',
      ...options.backups,
    },
    bell: createBell(),
    tally: createTally(),
    seal: createSeal(() => ['a master secret of the tests'], randomBytes),
    log: createLog(
      () => now,
      (line) => logged.push(line),
    ),
    advance: (duration) => {
      now = now.add(duration)
    },
    logged,
  }
}

const closedOutbound: Outbound = {
  check: () => assert.fail('this test allows no outbound request'),
  request: () => Promise.reject(new Error('this test allows no outbound request')),
  inspect: () => Promise.reject(new Error('this test allows no outbound request')),
  close: () => Promise.resolve(),
}
