import { Hono } from 'hono'
import { Refusal } from '#/platform/contract/refusal.ts'
import { createPlaidNews } from '#/sources/banks/sync/plaid-news.ts'
import type { Plaid, Runtime } from '#/platform/runtime/runtime.ts'
import { readBytes } from '#/app/http/wire/json-body.ts'

const BODY_BYTES_MAX = 64 * 1024

/** `POST /ingest/plaid`: answered at once, since Plaid waits for ten seconds. Unsigned is 401, which Plaid never is. */
export function createPlaidWebhooks(runtime: Runtime, plaid: Plaid): Hono {
  const receive = createPlaidNews(runtime, plaid)
  const app = new Hono()
  app.post('/', async (c) => {
    const body = await readBytes(c.req.raw, BODY_BYTES_MAX).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (body === null) return c.json({ received: false }, 413)
    const received = await receive({ body, token: c.req.header('plaid-verification') })
    return c.json({ received }, received ? 200 : 401)
  })
  return app
}
