import * as z from 'zod'
import { createSigningKeys } from '#/sources/plaid/signing-keys.ts'
import { isFromPlaid } from '#/sources/plaid/verify-webhook.ts'
import type { Plaid, Runtime } from '#/platform/runtime/runtime.ts'

type Sent = {
  /** The bytes as they came. */
  readonly body: Buffer
  /** The signature that came along. */
  readonly token: string | undefined
}

const news = z.object({
  webhook_type: z.string().max(100),
  webhook_code: z.string().max(100),
  item_id: z.string().min(1).max(500),
})

/**
 * Receives what Plaid tells of news. What it has not signed is not believed (false); what it has comes down to one thing,
 * that the login is asked soon, so repeats and any order do no harm.
 */
export function createPlaidNews(runtime: Runtime, plaid: Plaid): (sent: Sent) => Promise<boolean> {
  const keyOf = createSigningKeys(plaid, runtime)
  return async ({ body, token }) => {
    if (!(await isFromPlaid({ body, token, now: runtime.now(), keyOf }))) {
      runtime.log('warn', 'plaid.webhook_refused')
      return false
    }
    const told = news.safeParse(parse(body))
    if (!told.success) return true
    const { webhook_type: type, webhook_code: code, item_id: itemId } = told.data
    const known = await wake(runtime, itemId)
    runtime.log('info', 'plaid.webhook', { type, code, known })
    return true
  }
}

/** Has a login's connections asked at once; whether anybody here has that login. */
async function wake({ db, now }: Runtime, itemId: string): Promise<boolean> {
  const moment = now()
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ next_sync_at: moment, told_at: moment })
    .where('provider', '=', 'provider_b')
    .where('external_item_id', '=', itemId)
    .where('status', 'in', ['healthy', 'degraded', 'reauth_required'])
    .where('secret', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
