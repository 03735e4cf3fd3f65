import { type Context, Hono } from 'hono'
import { Refusal } from '#/platform/contract/refusal.ts'
import { createPlaidNews } from '#/sources/banks/sync/plaid-news.ts'
import type { Plaid, Runtime } from '#/platform/runtime/runtime.ts'
import { readBytes } from '#/app/http/wire/json-body.ts'

const BODY_BYTES_MAX = 64 * 1024
/** Seconds until the budget of an address is full again, at most. */
const RETRY_AFTER = 60

type Options = {
  readonly runtime: Runtime
  readonly plaid: Plaid
  readonly addressOf: (c: Context) => string
}

/**
 * `POST /ingest/plaid`: answers at once, because Plaid waits for ten seconds only. Refuses unsigned requests with 401;
 * an address that goes on sending them gets 429 before its body is read.
 */
export function createPlaidWebhooks({ runtime, plaid, addressOf }: Options): Hono {
  const news = createPlaidNews(runtime, plaid)
  const app = new Hono()
  app.post('/', async (c) => {
    const sent = { token: c.req.header('plaid-verification'), sender: addressOf(c) }
    if (!news.mayBring(sent)) {
      return c.json({ received: false }, 429, { 'Retry-After': String(RETRY_AFTER) })
    }
    const body = await readBytes(c.req.raw, BODY_BYTES_MAX).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (body === null) return c.json({ received: false }, 413)
    const received = await news.receive({ ...sent, body })
    return c.json({ received }, received ? 200 : 401)
  })
  return app
}
