import { codes } from '#/platform/contract/codes.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { OutboundFailure } from '#/platform/outbound/failure.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { writeSecret } from '#/webhooks/signing/sign.ts'
import { type Headers, readHeaders, sealHeaders } from '#/webhooks/headers.ts'
import { sealUrl, secretBinding, showWebhooks } from '#/webhooks/webhook.ts'

/** Most webhooks of one member on one account, paused ones included (Spec, Webhook limits). */
const WEBHOOKS_MAX = 10
const SECRET_BYTES = 32

/** `POST /webhooks`: the only answer that shows the signing secret. */
export const createWebhook: Handle<typeof webhooks.createWebhook> = async (call, { body }) => {
  const headers = readHeaders(body.headers ?? {})
  const url = await readDestination(call, body.url)
  const secret = writeSecret(call.randomBytes(SECRET_BYTES))
  const id = call.newId()
  return inTransaction(call.db, async (db) => {
    const within = { ...call, db }
    await requireFreeSlot(within)
    await store(within, { id, name: body.name.trim(), url, headers, secret })
    await recordChange(within, {
      action: 'webhook.create',
      subject: { type: 'webhook', id },
      before: null,
      after: {
        name: body.name.trim(),
        host: new URL(url).host,
        header_names: Object.keys(headers),
      },
    })
    const [webhook] = await showWebhooks(within, id)
    return { ...webhook!, secret }
  })
}

/**
 * Checks the URL and returns it as it is stored. A name that does not resolve now may do so later. Throws
 * `invalid_parameter` if it leads to a private address, in words that reveal nothing about our network.
 */
async function readDestination(call: Call, text: string): Promise<string> {
  try {
    await call.destinations.inspect(text)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (error.kind === 'refused_address') {
      throw invalidParameter('url', 'Send the address of a server on the public internet.', {
        name: 'address_not_public',
      })
    }
    if (error.kind === 'bad_url') {
      throw invalidParameter('url', error.message, { name: 'address_unusable' })
    }
  }
  const checked = call.destinations.check(text)
  if (!checked.ok) throw new Error('an inspected URL is not valid')
  return checked.url.href
}

/** Locks the member's row until the webhook is stored, so that concurrent requests cannot exceed the limit. */
async function requireFreeSlot({ db, caller }: Call): Promise<void> {
  await db
    .selectFrom('members')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('id', '=', caller.memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('webhooks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  if (count < WEBHOOKS_MAX) return
  throw new Refusal('webhook_limit_reached', { message: codes.webhook_limit_reached.message })
}

type NewWebhook = {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly headers: Headers
  readonly secret: string
}

async function store(call: Call, { id, name, url, headers, secret }: NewWebhook): Promise<void> {
  const now = call.now()
  const household_id = call.caller.householdId
  await call.db
    .insertInto('webhooks')
    .values({
      household_id,
      id,
      member_id: call.caller.memberId,
      name,
      ...sealUrl(call.seal, id, url),
      ...sealHeaders(call, id, headers),
      secret: call.seal.seal(secret, secretBinding(id)),
      enabled: true,
      epoch: 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await call.db.insertInto('webhook_lanes').values({ household_id, webhook_id: id }).execute()
  await call.db
    .insertInto('webhook_health')
    .values({ household_id, webhook_id: id, silent: 0 })
    .execute()
}
