import * as z from 'zod'
import { createSigningKeys } from '#/sources/plaid/signing-keys.ts'
import { createMinuteBudget } from '#/sources/plaid/minute-budget.ts'
import { isFromPlaid, keyIdOf } from '#/sources/plaid/verify-webhook.ts'
import type { Plaid, Runtime } from '#/platform/runtime/runtime.ts'
import { PLAID } from '#/sources/provider/bank-provider.ts'

type Sent = {
  /** The exact bytes of the request. */
  readonly body: Buffer
  /** The header `Plaid-Verification`. */
  readonly token: string | undefined
  /** The IP address of the sender. */
  readonly sender: string
}

/** Refused webhooks of one address in a minute, after which it is ignored until the next minute. */
const REFUSED_MAX = 60

export type PlaidNews = {
  /**
   * Returns true when a webhook of this address may be verified: its key is known, or the address has not sent too many
   * refused ones.
   */
  readonly mayBring: (sent: Pick<Sent, 'token' | 'sender'>) => boolean
  /** Verifies a webhook and takes it in. Returns false unless Plaid has signed it. */
  readonly receive: (sent: Sent) => Promise<boolean>
}

const news = z.object({
  webhook_type: z.string().max(100),
  webhook_code: z.string().max(100),
  item_id: z.string().min(1).max(500),
})

/**
 * Creates the receiver of Plaid webhooks. A webhook without the signature of Plaid is refused. A verified one only
 * makes its login due, so repeats and any order do no harm.
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
      const read = news.safeParse(parse(body))
      if (!read.success) return true
      const { webhook_type: type, webhook_code: code, item_id: itemId } = read.data
      const known = await wake(runtime, itemId)
      runtime.log('info', 'plaid.webhook', { type, code, known })
      return true
    },
  }
}

/** Creates a log of refused webhooks: at most one line a minute, with the count since the last. */
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

/** Makes the connections of a login due now. Returns false when no household here has that login. */
async function wake({ db, now }: Runtime, itemId: string): Promise<boolean> {
  const moment = now()
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ next_sync_at: moment, told_at: moment })
    .where('provider', '=', PLAID)
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
