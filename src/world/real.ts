import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#/database/database.ts'
import { createOutbound } from '#/outbound/outbound.ts'
import { createBell } from './bell.ts'
import { createClock, wait } from './clock.ts'
import { ownOrigins, type Config } from './config.ts'
import { measureLead } from './database-clock.ts'
import { createLineBuffer } from './line-buffer.ts'
import { createLog } from './log.ts'
import { createSeal } from './seal.ts'
import { uuidV7, type World } from './world.ts'

/** Random bytes are drawn in blocks: a system call for every id would be most of its cost. */
const BLOCK_BYTES = 4096

const WEBHOOK_URL_MAX = 2048
/** As many as deliveries to one destination run at once. */
const SOCKETS_PER_DESTINATION = 32

const say = createLineBuffer(
  (lines) => process.stderr.write(lines),
  (flush) => process.once('exit', flush),
)

/** The world as it is: the machine's clock, chance and network, and log lines on standard error. */
export function createWorld(config: Config, db: Database): World {
  const clock = createClock(config.now)
  let lead = 0
  const now = () => (lead === 0 ? clock() : clock().add({ milliseconds: lead }))
  const random = createRandom()
  return {
    now,
    synchronize: async () => {
      // A clock that was set to a day of the operator's choice is nobody else's.
      if (config.now === null) lead = await measureLead(db, clock)
    },
    wait,
    randomBytes: random,
    newId: () => uuidV7(now(), random(16)),
    db,
    host: { name: hostname(), pid: process.pid, isAlive },
    outbound: createOutbound({ allowCidrs: config.allowCidrs, ownOrigins: ownOrigins(config) }),
    destinations: createOutbound({
      allowCidrs: config.allowCidrs,
      plainHttp: config.webhooksHttpsOnly ? 'nowhere' : 'anywhere',
      ownOrigins: ownOrigins(config),
      urlLengthMax: WEBHOOK_URL_MAX,
      connectionsPerOrigin: SOCKETS_PER_DESTINATION,
    }),
    plaid: config.plaid && {
      ...config.plaid,
      webhookUrl: config.publicUrl === null ? null : `${config.publicUrl}/ingest/plaid`,
    },
    bell: createBell(),
    seal: createSeal(config.secret ?? ownSecret(config.dataFolder), random),
    log: createLog(now, say),
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, as somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The master secret of a data folder, made whole at the first start. Whoever makes it first wins; all read it. */
function ownSecret(dataFolder: string): string {
  const path = join(dataFolder, 'secret')
  if (!existsSync(path)) {
    mkdirSync(dataFolder, { recursive: true })
    const draft = `${path}.${randomBytes(8).toString('hex')}`
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    try {
      linkSync(draft, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      unlinkSync(draft)
    }
  }
  return readFileSync(path, 'utf8').trim()
}
