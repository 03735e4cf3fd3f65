import { readBrands } from '#/budget/transactions/naming/brands.ts'
import { flushCompileCache } from 'node:module'
import { createMetrics, type Metrics } from '#/app/metrics/metrics.ts'
import type { Hono } from 'hono'
import { type AppOptions, createApp, createHealth } from '#/app/http/app.ts'
import { listen } from '#/app/http/server.ts'
import { keepRecentRows } from '#/platform/database/recent-rows.ts'
import { keepAnswers } from '#/app/http/wire/kept-answers.ts'
import { canonicalAddress } from '#/app/http/guards/client-address.ts'
import { readTrustedProxies } from '#/app/http/guards/trusted-proxies.ts'
import { isDistributed } from '#/platform/database/is-distributed.ts'
import { createAdmission } from '#/access/limits/admit.ts'
import { gather } from '#/access/limits/gather.ts'
import { type Database, describePool, openDatabase } from '#/platform/database/database.ts'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readRing } from '#/platform/runtime/real.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import { noteSecretKeys } from '#/backups/moving/note-secret-keys.ts'
import { createJournal, type Journal } from '#/access/request-log/journal.ts'
import type { ChildSettings } from '#/app/workers/child.ts'
import { createHeavy } from '#/app/workers/heavy.ts'
import { startRestores } from '#/app/workers/restores.ts'
import { startWorkers } from '#/app/workers/start.ts'
import { createSetupAnnouncement } from '#/people/announce-setup.ts'
import { loop } from '#/app/workers/loop.ts'
import type { Notice } from '#/platform/runtime/log.ts'
import { reportLost } from './lost-connections.ts'
import { keepMemoryLow, returnMemory, tuneForRequests } from './memory.ts'
import { openProduct } from './open.ts'
import { originOf } from './origin.ts'
import { sayAddress } from './served-address.ts'
import { warningsOf, warnOfConnections } from './warnings.ts'

export type Role = 'all' | 'api' | 'worker'

/** Seconds that running requests may take to finish after a signal to stop. */
const DRAIN_SECONDS = 15
const CONNECTIONS_MAX = 12
const DELIVERY_CONNECTIONS_MAX = 4
/** Seconds: longer than the longest permitted statement, so a connection still silent is dead. */
const PATIENCE_SECONDS = 75
/** Seconds. Every request waits for its admission first, so a frozen database is noticed there. */
const ADMISSION_PATIENCE_SECONDS = 3

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
  tuneForRequests()
  const patience = { connectionsMax: CONNECTIONS_MAX, patienceSeconds: PATIENCE_SECONDS }
  const lost = reportLost((facts) => notice('database.connection_lost', facts, 'warn'))
  const opening = openProduct({ config, ...patience, notice, onLost: lost.note })
  // The database takes longer to open than this does.
  readBrands()
  const product = await opening
  const runtime = {
    ...product.runtime,
    recent: keepRecentRows(() => product.runtime.now().epochMilliseconds),
    isDistributed: await isDistributed(product.runtime.db),
  }
  const { admissionDb, deliveriesDb } = openSideDatabases(product.databaseUrl, lost.note)
  const journal = createJournal({ ...runtime, db: deliveriesDb })
  let serving = true
  const helpers = openHelpers(runtime, { config, databaseUrl: product.databaseUrl })
  const metrics = openMetrics(config, runtime, { admissionDb, deliveriesDb })
  const parts = { runtime, metrics, journal, admissionDb, elsewhere: helpers.elsewhere }
  const app = createServed(config, role, { ...parts, isServing: () => serving })
  await warn(runtime, config)
  await noteSecretKeys(runtime, readRing(config))
  const working = { config, databaseUrl: product.databaseUrl, deliveriesDb }
  const stopWorkers = role === 'api' ? null : await startWorkers(runtime, working)
  const close = async () => {
    helpers.close()
    metrics?.stop()
    await stopWorkers?.()
    await deliveriesDb.destroy()
    await admissionDb.destroy()
    await product.close()
  }
  // Saves the compile cache for the next start (`bin/earmark.js`) now, because a server may be killed. This and returning memory
  // take a tenth of a second, so both happen before anybody can send a request.
  flushCompileCache()
  returnMemory()
  const listening = await listen(app, {
    ...config,
    now: runtime.now,
    isProxy: proxyTest(config.trustedProxies),
    ...(metrics && { meter: metrics.requests }),
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listening.port}`
  runtime.log('info', 'serving', { url, role, version: readVersion() })
  const taking = startJournal(journal)
  const takeBack = role === 'worker' ? null : await sayAddress(config, listening.port)
  const entrance = createAnnouncer(runtime, originOf({ ...config, port: listening.port }))
  const stopUpkeep = keepMemoryLow(runtime.wait, helpers.isBusy)
  return {
    url,
    announceSetup: entrance.announce,
    stop: async () => {
      serving = false
      stopUpkeep()
      lost.stop()
      await takeBack?.()
      await entrance.stop()
      await listening.drain(DRAIN_SECONDS)
      await taking.stop()
      await close()
      runtime.log('info', 'stopped')
    },
  }
}

type Parts = Pick<AppOptions, 'runtime' | 'isServing'> &
  Required<Pick<AppOptions, 'journal' | 'elsewhere'>> & {
    readonly metrics: Metrics | null
    readonly admissionDb: Database
  }

/** Creates what a role serves: a worker answers only those who watch it. */
function createServed(config: Config, role: Role, { metrics, admissionDb, ...parts }: Parts): Hono {
  const { runtime } = parts
  const { publicUrl, trustedProxies, hstsSeconds } = config
  const watched = metrics && { metrics: { ...metrics, readers: config.metrics } }
  const health = { ...parts, publicUrl, trustedProxies, ...watched }
  if (role === 'worker') return createHealth(health)
  const admit = createAdmission(admissionDb, runtime.now, {
    apiLimits: runtime.apiLimits,
    whenRoom: () => gather(runtime.db, runtime.wait),
    isDistributed: runtime.isDistributed ?? false,
  })
  return createApp({
    ...health,
    admit,
    answers: keepAnswers(),
    hstsSeconds,
    origin: originOf(config),
  })
}

type SideDatabases = ReturnType<typeof openSideDatabases>

/** Measures this process if the operator lets somebody read it; else requests are not even counted. */
function openMetrics(
  { metrics: { token, cidrs } }: Config,
  runtime: Runtime,
  { admissionDb: admission, deliveriesDb: deliveries }: SideDatabases,
): Metrics | null {
  if (token === null && cidrs.length === 0) return null
  return createMetrics(runtime, { requests: runtime.db, admission, deliveries })
}

/** Starts what answers or works for this process in others. */
function openHelpers(runtime: Runtime, settings: ChildSettings) {
  const heavy = createHeavy(runtime, settings)
  const stopRestores = startRestores(runtime, settings)
  return {
    elsewhere: heavy.elsewhere,
    isBusy: heavy.isBusy,
    close: () => {
      heavy.close()
      stopRestores()
    },
  }
}

async function warn(runtime: Runtime, config: Config): Promise<void> {
  const { used, idle } = describePool(runtime.db)
  const room = await warnOfConnections(runtime.db, used + idle)
  const warnings = [...warningsOf(config), ...(room ? [room] : [])]
  for (const { event, facts } of warnings) runtime.log('warn', event, facts)
}

/** Milliseconds between checks for an account, which another process may have deleted: after the last one, a link is announced. */
const ENTRANCE_REST = 30_000

function createAnnouncer(runtime: Runtime, origin: string) {
  const stopping = new AbortController()
  const { signal } = stopping
  let announcing = Promise.resolve()
  return {
    announce: (announce: (link: string, expiresAt: Temporal.Instant) => void) => {
      const batch = createSetupAnnouncement({ origin, announce })
      const checking = {
        name: 'setup_link',
        batch,
        rest: ENTRANCE_REST,
        wokenBy: 'account',
      } as const
      announcing = loop(runtime, { ...checking, signal })
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

/** Opens separate connections for admission and deliveries, which must neither wait for requests nor delay them. */
function openSideDatabases(url: string, onLost: (error: Error) => void) {
  const common = {
    url,
    asynchronousCommit: true,
    onLost,
  }
  return {
    admissionDb: openDatabase({
      ...common,
      connectionsMax: 1,
      patienceSeconds: ADMISSION_PATIENCE_SECONDS,
    }),
    // Only results of deliveries wait for the disk (`record-results.ts`).
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
