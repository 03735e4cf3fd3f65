import { Hono } from 'hono'
import { Refusal } from '#/contract/refusal.ts'
import { createPlaidNews } from '#/sync/plaid-news.ts'
import type { Plaid, World } from '#/world/world.ts'
import { readBytes } from './json-body.ts'

const BODY_BYTES_MAX = 64 * 1024

/** `POST /ingest/plaid`: answered at once, since Plaid waits for ten seconds. Unsigned is 401, which Plaid never is. */
export function createPlaidWebhooks(world: World, plaid: Plaid): Hono {
  const receive = createPlaidNews(world, plaid)
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
