import { Hono } from 'hono'
import { isWritable } from '#/platform/database/database.ts'
import type { Admitted, Claim } from '#/access/limits/admitted.ts'
import { walletRoutes } from './wallet-routes.ts'
import { createWalletGuard } from '#/app/http/guards/wallet-guard.ts'
import { createSessionBudget, type SessionBudget } from '#/access/limits/session-budget.ts'
import type { Journal } from '#/access/request-log/journal.ts'
import { BUNDLE_FOLDER } from '#/app/web-files/bundle.ts'
import { createPages } from '#/app/web-files/pages.ts'
import { createDocs, DOCS_FOLDER } from '#/app/api-docs/serve.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import { createApi, type Elsewhere } from './api.ts'
import { createCalendarFeeds } from './calendar-feed-route.ts'
import { appRoutes } from './app-api.ts'
import type { Metrics } from '#/app/metrics/metrics.ts'
import { createMcpRoute } from './mcp-route.ts'
import { createMetricsRoute, type MetricsReaders } from './metrics-route.ts'
import { createPlaidWebhooks } from '#/app/http/incoming/plaid-webhooks.ts'
import { createProviderLogouts } from '#/app/http/incoming/provider-logouts.ts'
import {
  demandHttps,
  keepToOurPages,
  nameHousehold,
  prolongSession,
} from '#/app/http/wire/app-headers.ts'
import type { KeptAnswers } from '#/app/http/wire/kept-answers.ts'
import { hasSession } from '#/app/http/guards/credential.ts'
import { createKeyGuard } from '#/app/http/guards/key-guard.ts'
import { createSessionGuard } from '#/app/http/guards/session-guard.ts'
import { createIngress, type Ingress, originOf } from '#/app/http/guards/ingress.ts'
import { createDescription, readEdition } from './describe-api.ts'
import { createKeyApi } from './key-api.ts'
import { publicRoutes } from './public-api.ts'
import { sessionRoutes } from './session-routes.ts'
import { SIGHTING_PATH } from '#/app/http/wire/sighting.ts'
import { UNSUBSCRIBE_PATH } from '#/notices/delivering/unsubscribe.ts'
import { createUnsubscribeRoute } from '#/app/http/incoming/unsubscribe-route.ts'
import { createSightingRoute } from './sighting-route.ts'
import { createSessionApi } from './session-api.ts'

export type HealthOptions = {
  readonly runtime: Runtime
  /** Metrics, and who may read them; without it there are none. */
  readonly metrics?: Metrics & { readonly readers: MetricsReaders }
  /** Addresses and ranges of proxies that may name the caller's address; none by default. */
  readonly trustedProxies?: readonly string[]
  /** The address under which people reach the instance; null: the address of each request counts. */
  readonly publicUrl: string | null
  /** False once the process was asked to stop. */
  readonly isServing: () => boolean
}

export type AppOptions = HealthOptions & {
  readonly admit: (claim: Claim) => Promise<Admitted>
  /** Limits what signed-in people may ask for; the default is the product's budget. */
  readonly budget?: SessionBudget
  /** Logs the requests of keys; without it nothing is logged. */
  readonly journal?: Journal
  /** Keeps answers to reads of keys that hold until their household changes; without it each is read again. */
  readonly answers?: KeptAnswers
  /** Lets another process answer heavy requests; without it this process does. */
  readonly elsewhere?: Elsewhere
  /** Seconds for which browsers insist on https (Strict-Transport-Security); by default 0, which sends no header. */
  readonly hstsSeconds?: number
  /** The address under which a person finds this instance, without a slash at the end. */
  readonly origin: string
  /** The folder of the built web application; `dist` by default. */
  readonly bundleFolder?: string
  /** The folder of the built documentation; `dist-docs` by default. */
  readonly docsFolder?: string
}

/** Serves everything over HTTP. */
export function createApp(options: AppOptions): Hono {
  const { runtime, admit, journal, metrics } = options
  const app = createHealth(options)
  const ingress = ingressOf(options)
  const { addressOf, wholeAddressOf } = ingress
  const admission = { admit, addressOf, wholeAddressOf, runtime }
  const upgradeUrl = `${options.origin}/settings/plan`
  const common = { runtime, upgradeUrl, wholeAddressOf }
  const logging = journal && { logging: { journal, addressOf: admission.addressOf } }
  const meterOf = (base: string) => metrics && { meter: { requests: metrics.requests, base } }
  const description = createDescription()
  const api = createApi({
    ...common,
    ...meterOf('/v1'),
    guard: createKeyGuard(admission),
    routes: publicRoutes,
    edition: readEdition(),
    ...(options.answers && { answers: options.answers }),
    ...logging,
    open: { '/openapi.json': (c) => description.write(originOf(c, ingress)) },
  })
  app.route('/v1', api)
  const separate = options.elsewhere ? { elsewhere: options.elsewhere } : {}
  const budget = options.budget ?? createSessionBudget(runtime.now)
  const guard = createSessionGuard({ admit, ingress, runtime, budget })
  if (options.hstsSeconds) app.use('*', demandHttps(options.hstsSeconds))
  app.use('/app/api/*', keepToOurPages, prolongSession, nameHousehold)
  app.use(
    '/app/api/*',
    createKeyApi({ ...common, ...meterOf('/app/api'), ...separate, ...logging, admission, budget }),
  )
  app.route(
    '/app/api',
    createSessionApi({
      ...meterOf('/app/api'),
      ingress,
      runtime,
      guard,
      budget,
      routes: sessionRoutes,
      upgradeUrl,
    }),
  )
  app.route(
    '/app/api',
    createApi({ ...common, ...meterOf('/app/api'), guard, routes: appRoutes, ...separate }),
  )
  const devices = createWalletGuard(admission)
  app.route(
    '/ingest/wallet',
    createApi({ ...common, ...meterOf('/ingest/wallet'), guard: devices, routes: walletRoutes }),
  )
  const feeds = { ...common, ...admission, ...separate, ...meterOf('/calendar/{secret}.ics') }
  app.route('/calendar', createCalendarFeeds(feeds))
  app.route(UNSUBSCRIBE_PATH, createUnsubscribeRoute({ ...common, ...admission }))
  const { plaid } = runtime
  if (plaid) {
    app.route('/ingest/plaid', createPlaidWebhooks({ runtime, plaid, addressOf }))
  }
  app.route('/oidc', createProviderLogouts({ runtime, addressOf, wholeAddressOf }))
  app.route('/mcp', createMcpRoute({ ...common, app, admission, ingress, metrics }))
  routePages(app, options, ingress)
  return app
}

/** Reports whether the process is alive and ready to work. A process without an API serves only this. */
export function createHealth(options: HealthOptions): Hono {
  const { runtime, isServing, metrics } = options
  const app = new Hono()
  const version = readVersion()
  app.get('/healthz', (c) => c.json({ status: 'ok', version }))
  app.get('/readyz', async (c) => {
    const ready = isServing() && (await answers(runtime))
    return c.json({ status: ready ? 'ready' : 'unavailable' }, ready ? 200 : 503)
  })
  const ingress = ingressOf(options)
  app.route(SIGHTING_PATH, createSightingRoute({ runtime, ingress }))
  if (metrics) {
    const { wholeAddressOf } = ingress
    const { readers } = metrics
    app.route('/metrics', createMetricsRoute({ runtime, metrics, readers, wholeAddressOf }))
  }
  return app
}

function ingressOf({ publicUrl, trustedProxies = [] }: HealthOptions): Ingress {
  return createIngress({ publicUrl, trustedProxies })
}

/** Seconds that the database may take to answer before the product counts as not ready. */
const READY_SECONDS = 3

async function answers({ db }: Runtime): Promise<boolean> {
  const patience = AbortSignal.timeout(READY_SECONDS * 1000)
  const late = new Promise<boolean>((resolve) => {
    patience.addEventListener('abort', () => resolve(false))
  })
  const asked = isWritable(db).catch(() => false)
  return Promise.race([asked, late])
}

/** The documentation and the web application, which answers every address that is left. */
function routePages(app: Hono, options: AppOptions, ingress: Ingress): void {
  const docs = createDocs({
    folder: options.docsFolder ?? DOCS_FOLDER,
    hasSession,
    originOf: (c) => originOf(c, ingress),
  })
  app.route('/docs', docs.pages)
  app.route('/', docs.texts)
  app.route('/', createPages({ folder: options.bundleFolder ?? BUNDLE_FOLDER, hasSession }))
}
