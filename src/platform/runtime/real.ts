import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '#/platform/database/database.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { createBell } from './bell.ts'
import type { Engine } from './engine.ts'
import { createClock, wait } from './clock.ts'
import { ownOrigins, type Config } from './config.ts'
import { enableBankingOf } from './enable-banking-of.ts'
import { measureLead } from '#/platform/database/database-clock.ts'
import { readKeyFile, readOldKeys } from './key-file.ts'
import { createLineBuffer } from '#/platform/logging/line-buffer.ts'
import { isAlive } from './is-alive.ts'
import { createLog } from './log.ts'
import { logOptions } from './log-options.ts'
import { createSeal } from './seal.ts'
import { createTally } from './tally.ts'
import { uuidV7, type Runtime } from './runtime.ts'

/** Random bytes are fetched in blocks, because a system call would be most of the cost of an id. */
const BLOCK_BYTES = 4096

const WEBHOOK_URL_MAX = 2048
/** Equals the number of concurrent deliveries to one destination. */
const SOCKETS_PER_DESTINATION = 32

const say = createLineBuffer(
  (lines) => process.stderr.write(lines),
  (flush) => process.once('exit', flush),
)

/** Creates the real runtime: the machine's clock, randomness and network, and log lines on standard error. */
export function createRuntime(config: Config, db: Database, engine: Engine): Runtime {
  const clock = createClock(config.now)
  let lead = 0
  const now = () => (lead === 0 ? clock() : clock().add({ milliseconds: lead }))
  const random = createRandom()
  return {
    now,
    synchronize: async () => {
      // A clock that the operator has set stays as it is.
      if (config.now === null) lead = await measureLead(db, clock)
    },
    wait,
    randomBytes: random,
    newId: () => uuidV7(now(), random(16)),
    db,
    engine,
    host: { name: hostname(), pid: process.pid, isAlive },
    outbound: createOutbound({ allowCidrs: config.allowCidrs, ownOrigins: ownOrigins(config) }),
    destinations: createOutbound({
      allowCidrs: config.allowCidrs,
      plainHttp: config.webhooksHttpsOnly ? 'nowhere' : 'anywhere',
      ownOrigins: ownOrigins(config),
      urlLengthMax: WEBHOOK_URL_MAX,
      connectionsPerOrigin: SOCKETS_PER_DESTINATION,
    }),
    apiLimits: config.apiLimits,
    publicUrl: config.publicUrl,
    plaid: config.plaid && {
      ...config.plaid,
      webhookUrl: config.publicUrl === null ? null : `${config.publicUrl}/ingest/plaid`,
    },
    oidc: config.oidc,
    mail: { server: config.mail, publicUrl: config.publicUrl },
    enableBanking: enableBankingOf(config),
    backups: {
      ...config.backups,
      dataFolder: config.dataFolder,
      isEmbedded: config.databaseUrl === null,
      zone: Temporal.Now.timeZoneId(),
    },
    bell: createBell(),
    tally: createTally(),
    seal: createSeal(() => readRing(config), random),
    log: createLog(now, say, logOptions(config)),
  }
}

function createRandom(): (count: number) => Uint8Array {
  let block = randomBytes(BLOCK_BYTES)
  let used = 0
  return (count) => {
    if (count > BLOCK_BYTES) return randomBytes(count)
    if (used + count > BLOCK_BYTES) {
      block = randomBytes(BLOCK_BYTES)
      used = 0
    }
    used += count
    return block.subarray(used - count, used)
  }
}

/** Reads the master secrets, the newest first: the operator's, then former ones. Creates the first one. */
export function readRing({
  secret,
  previousSecrets,
  dataFolder,
}: Pick<Config, 'secret' | 'previousSecrets' | 'dataFolder'>): readonly [string, ...string[]] {
  if (secret === null) return [...readKeyFile(dataFolder), ...previousSecrets]
  return [secret, ...previousSecrets, ...readOldKeys(dataFolder)]
}

/** Reads the master secrets as `createRuntime` does, but creates nothing: empty without a secret. */
export function readKnownSecrets(
  config: Pick<Config, 'secret' | 'previousSecrets' | 'dataFolder'>,
): readonly string[] {
  const { secret, previousSecrets, dataFolder } = config
  const kept = readOldKeys(dataFolder)
  return secret === null ? [...kept, ...previousSecrets] : [secret, ...previousSecrets, ...kept]
}
