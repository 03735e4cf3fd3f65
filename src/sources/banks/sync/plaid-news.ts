import * as z from 'zod'
import { createSigningKeys } from '#/sources/plaid/signing-keys.ts'
import { createMinuteBudget } from '#/sources/plaid/minute-budget.ts'
import { isFromPlaid, keyIdOf } from '#/sources/plaid/verify-webhook.ts'
import type { Plaid, Runtime } from '#/platform/runtime/runtime.ts'

type Sent = {
  /** The bytes as they came. */
  readonly body: Buffer
  /** The signature that came along. */
  readonly token: string | undefined
  /** The address that sent it. */
  readonly sender: string
}

/** Refused webhooks of one address in a minute; after them it is not listened to any more until the next. */
const REFUSED_MAX = 60

export type PlaidNews = {
  /** Whether to look at what an address sends: it names a key that is known, or has not sent too much that was refused. */
  readonly mayBring: (sent: Pick<Sent, 'token' | 'sender'>) => boolean
  /** Whether Plaid has sent it; then it has been taken in. */
  readonly receive: (sent: Sent) => Promise<boolean>
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
export function createPlaidNews(runtime: Runtime, plaid: Plaid): PlaidNews {
  const keys = createSigningKeys(plaid, runtime)
  const budget = createMinuteBudget(runtime.now)
  const refuse = createRefusals(runtime)
  return {
    mayBring: ({ token, sender }) => {
      const keyId = token === undefined ? null : keyIdOf(token)
      return (keyId !== null && keys.isKnown(keyId)) || !budget.isEmpty(sender, REFUSED_MAX)
    },
    receive: async ({ body, token, sender }) => {
      const keyOf = (keyId: string) => keys.find(keyId, sender)
      if (!(await isFromPlaid({ body, token, now: runtime.now(), keyOf }))) {
        budget.take(sender, REFUSED_MAX)
        refuse()
        return false
      }
      keys.prove(sender)
      const told = news.safeParse(parse(body))
      if (!told.success) return true
      const { webhook_type: type, webhook_code: code, item_id: itemId } = told.data
      const known = await wake(runtime, itemId)
      runtime.log('info', 'plaid.webhook', { type, code, known })
      return true
    },
  }
}

/** Logs refused webhooks: one line a minute at most, which says how many there were since the last. */
function createRefusals({ log, now }: Runtime): () => void {
  const lines = createMinuteBudget(now)
  let count = 0
  return () => {
    count += 1
    if (!lines.take('line', 1)) return
    log('warn', 'plaid.webhook_refused', { count })
    count = 0
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
