import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { CONTENT_TYPE } from '#/app/metrics/exposition.ts'
import type { Metrics } from '#/app/metrics/metrics.ts'
import { readBearer } from '#/app/http/guards/credential.ts'
import { readTrustedProxies } from '#/app/http/guards/trusted-proxies.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The readers of the metrics: with both a token and addresses, a reader needs both. */
export type MetricsReaders = { readonly token: string | null; readonly cidrs: readonly string[] }

type Options = {
  readonly runtime: Pick<Runtime, 'log'>
  readonly metrics: Metrics
  readonly readers: MetricsReaders
  readonly wholeAddressOf: (c: Context) => string
}

/** `GET /metrics`. To addresses outside the operator's ranges it does not exist; a wrong token is refused and logged. */
export function createMetricsRoute({ runtime, metrics, readers, wholeAddressOf }: Options): Hono {
  const app = new Hono()
  const ranges = readTrustedProxies(readers.cidrs)
  app.get('/', async (c) => {
    const address = wholeAddressOf(c)
    if (readers.cidrs.length > 0 && !(isAddress(address) && ranges.includes(address)))
      return c.notFound()
    if (readers.token !== null && !isToken(c.req.header('authorization'), readers.token)) {
      runtime.log('warn', 'security.metrics.refused', { address })
      return c.text('Send the token as `Authorization: Bearer <TOKEN>`.\n', 401, {
        'WWW-Authenticate': 'Bearer',
      })
    }
    return c.body(await metrics.write(), 200, {
      'Content-Type': CONTENT_TYPE,
      'Cache-Control': 'no-store',
    })
  })
  return app
}

/** False for a caller whose address is not known. */
function isAddress(text: string): boolean {
  return text.includes('.') || text.includes(':')
}

/** Compares digests, whose equal length makes the comparison take the same time for every token. */
function isToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(readBearer(authorization) ?? ''), digest(token))
}
