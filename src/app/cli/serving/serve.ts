import { readBrands } from '#/budget/transactions/naming/brands.ts'
import { flushCompileCache } from 'node:module'
import { createApp, createHealth } from '#/app/http/app.ts'
import { listen } from '#/app/http/server.ts'
import { canonicalAddress } from '#/app/http/guards/client-address.ts'
import { readTrustedProxies } from '#/platform/runtime/trusted-proxies.ts'
import { createAdmission } from '#/access/limits/admit.ts'
import { openDatabase, whenRoom } from '#/platform/database/database.ts'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createJournal, type Journal } from '#/access/request-log/journal.ts'
import { createHeavy } from '#/app/workers/heavy.ts'
import { startWorkers } from '#/app/workers/start.ts'
import { createSetupAnnouncement } from '#/people/announce-setup.ts'
import { loop } from '#/app/workers/loop.ts'
import { compileForSpeed, keepRequestsYoung, returnMemory } from './memory.ts'
import { openProduct } from './open.ts'
import { originOf } from './origin.ts'
import { sayAddress } from './served-address.ts'
import { warningsOf } from './warnings.ts'

export type Role = 'all' | 'api' | 'worker'

/** Seconds that running requests may take to finish after a signal to stop. */
const DRAIN_SECONDS = 15
const CONNECTIONS_MAX = 12
const DELIVERY_CONNECTIONS_MAX = 4
/** Seconds: longer than the longest permitted statement, so a connection still silent is dead. */
const PATIENCE_SECONDS = 75
/** Seconds. Every request waits for its admission first, so a frozen database is noticed there. */
const ADMISSION_PATIENCE_SECONDS = 3

/** Milliseconds until the first round of the background work, which leaves memory behind as the start-up does. */
const SETTLED_AFTER = 3000

export type Served = {
  readonly url: string
  /** Announces a setup link as long as nobody has an account. */
  readonly announceSetup: (announce: (link: string, expiresAt: Temporal.Instant) => void) => void
  readonly stop: () => Promise<void>
}

/** Serves the product until `stop` is called, which lets running requests finish first. */
export async function serve(
  config: Config,
  { role, notice }: { role: Role; notice: Notice },
): Promise<Served> {
  keepRequestsYoung()
  const patience = { connectionsMax: CONNECTIONS_MAX, patienceSeconds: PATIENCE_SECONDS }
  const opening = openProduct({ config, ...patience, notice })
  // The database takes longer to open than this does.
  readBrands()
  const product = await opening
  const { runtime } = product
  const { admissionDb, deliveriesDb } = openSideDatabases(product.databaseUrl, notice)
  const journal = createJournal({ ...runtime, db: deliveriesDb })
  let serving = true
  const heavy = createHeavy(runtime, { config, databaseUrl: product.databaseUrl })
  const health = { runtime, isServing: () => serving }
  const app =
    role === 'worker'
      ? createHealth(health)
      : createApp({
          ...health,
          admit: createAdmission(admissionDb, runtime.now, {
            apiLimits: runtime.apiLimits,
            whenRoom: () => whenRoom(runtime.db, runtime.wait),
          }),
          journal,
          elsewhere: heavy.elsewhere,
          publicUrl: config.publicUrl,
          trustedProxies: config.trustedProxies,
          hstsSeconds: config.hstsSeconds,
          origin: originOf(config),
        })
  for (const { event, facts } of warningsOf(config)) runtime.log('warn', event, facts)
  const working = { config, databaseUrl: product.databaseUrl, deliveriesDb }
  const stopWorkers = role === 'api' ? null : await startWorkers(runtime, working)
  const close = async () => {
    heavy.close()
    await stopWorkers?.()
    await deliveriesDb.destroy()
    await admissionDb.destroy()
    await product.close()
  }
  const listening = await listen(app, {
    ...config,
    now: runtime.now,
    isProxy: proxyTest(config.trustedProxies),
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listening.port}`
  runtime.log('info', 'serving', { url, role })
  // Saves the compile cache for the next start (`bin/earmark.js`) now, because a server may be killed.
  flushCompileCache()
  const taking = startJournal(journal)
  const takeBack = role === 'worker' ? null : await sayAddress(config, listening.port)
  const entrance = createAnnouncer(runtime, originOf({ ...config, port: listening.port }))
  returnMemory()
  compileForSpeed()
  const settling = new AbortController()
  void runtime.wait(SETTLED_AFTER, settling.signal).then(() => {
    if (!settling.signal.aborted) returnMemory()
  })
  return {
    url,
    announceSetup: entrance.announce,
    stop: async () => {
      serving = false
      settling.abort()
      await takeBack?.()
      await entrance.stop()
      await listening.drain(DRAIN_SECONDS)
      await taking.stop()
      await close()
      runtime.log('info', 'stopped')
    },
  }
}

/** Milliseconds between checks for an account: after the last one is deleted, a link is announced. */
const ENTRANCE_REST = 5000

function createAnnouncer(runtime: Runtime, origin: string) {
  const stopping = new AbortController()
  const { signal } = stopping
  let announcing = Promise.resolve()
  return {
    announce: (announce: (link: string, expiresAt: Temporal.Instant) => void) => {
      const batch = createSetupAnnouncement({ origin, announce })
      announcing = loop(runtime, { name: 'setup_link', batch, rest: ENTRANCE_REST, signal })
    },
    stop: () => {
      stopping.abort()
      return announcing
    },
  }
}

function startJournal(journal: Journal) {
  const stopping = new AbortController()
  const running = journal.run(stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

type Notice = (event: string, facts?: object) => void

/** Opens separate connections for admission and deliveries, which must neither wait for requests nor delay them. */
function openSideDatabases(url: string, notice: Notice) {
  const common = {
    url,
    asynchronousCommit: true,
    onLost: (error: unknown) => notice('database.connection_lost', { error }),
  }
  return {
    admissionDb: openDatabase({
      ...common,
      connectionsMax: 1,
      patienceSeconds: ADMISSION_PATIENCE_SECONDS,
    }),
    // A crash of the database may lose a result; it is delivered again, which receivers must expect anyway.
    deliveriesDb: openDatabase({
      ...common,
      connectionsMax: DELIVERY_CONNECTIONS_MAX,
      patienceSeconds: PATIENCE_SECONDS,
    }),
  }
}

/**
 * Recognises a trusted proxy by the address of its socket. A proxy connects for everybody, so its connections are not
 * limited.
 */
function proxyTest(trusted: readonly string[]): (remote: string) => boolean {
  const proxies = readTrustedProxies(trusted)
  return (remote) => {
    const address = canonicalAddress(remote)
    return address !== null && proxies.includes(address)
  }
}
