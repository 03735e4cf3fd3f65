import { sql } from 'kysely'
import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { noticesApp } from '#/notices/app-contract.ts'
import { isBrowserKey } from '#/notices/push/is-browser-key.ts'
import type { PushTarget } from '#/notices/push/write-push.ts'
import { openTarget, sealTarget } from '#/notices/way.ts'
import { requirePerson } from './change-settings.ts'
import { requireReachable } from './require-reachable.ts'
import { sessionOf } from './session-of.ts'

/** `POST /notices/push-key` */
export const openPushKey: Handle<typeof noticesApp.openPushKey> = async (call) => {
  requirePerson(call)
  // Loaded at the first use, with the library that it needs.
  const { openPublicKey } = await import('#/notices/push/keys.ts')
  return { public_key: await openPublicKey(call) }
}

/** `PUT /notices/push`: in each household in which the browser of this session is a way. */
export const renewPush: Handle<typeof noticesApp.renewPush> = async (call, { body }) => {
  const target = await readSubscription(call, body)
  const { rows } = await sql<{ household_id: string; id: string }>`
    select household_id, id from notice_ways where session_id = ${sessionOf(call)}`.execute(call.db)
  if (rows.length === 0) throw notFound('url')
  for (const { household_id: householdId, id } of rows) {
    await sql`
      update notice_ways set target = ${sealTarget(call, id, target)}, gone_at = null
      where household_id = ${householdId} and id = ${id} and session_id = ${sessionOf(call)}`.execute(
      call.db,
    )
  }
  return { success: true }
}

/** Checks a browser's subscription. Throws `invalid_parameter` for a key that is not a point, or an address that is not public. */
export async function readSubscription(
  call: Call,
  { url, p256dh, auth }: { readonly url: string; readonly p256dh: string; readonly auth: string },
): Promise<PushTarget> {
  const unpadded = (text: string) => text.replaceAll('=', '')
  if (!isBrowserKey(unpadded(p256dh))) {
    throw invalidParameter('p256dh', 'Send a public key on the curve P-256.', { name: 'malformed' })
  }
  return {
    kind: 'push',
    url: await requireReachable(call, url),
    p256dh: unpadded(p256dh),
    auth: unpadded(auth),
  }
}

/** Removes what the browser of this session was before: it subscribes again after a new sign-in, or with a new address. */
export async function forgetBrowser(call: Call, url: string): Promise<void> {
  const { householdId, memberId } = call.caller
  const ways = await call.db
    .selectFrom('notice_ways')
    .select(['id', 'target', 'session_id'])
    .where('household_id', '=', householdId)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'push')
    .execute()
  const same = ways.filter(({ id, target, session_id }) => {
    const opened = openTarget(call, id, target)
    return session_id === sessionOf(call) || (opened.kind === 'push' && opened.url === url)
  })
  if (same.length === 0) return
  await call.db
    .deleteFrom('notice_ways')
    .where('household_id', '=', householdId)
    .where(
      'id',
      'in',
      same.map(({ id }) => id),
    )
    .execute()
}
