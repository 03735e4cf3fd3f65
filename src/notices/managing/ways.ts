import type * as z from 'zod'
import { requireRoom } from '#/platform/contract/caps.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { noticesApp } from '#/notices/app-contract.ts'
import { send } from '#/notices/delivering/send.ts'
import { placeOf } from '#/notices/rules/place.ts'
import { sayTest } from '#/notices/rules/say.ts'
import { type PostTarget, TELEGRAM } from '#/notices/rules/way.ts'
import { openTarget, sealTarget } from '#/notices/way.ts'
import { forgetBrowser, readSubscription } from './browser.ts'
import { chooseProposed, requirePerson } from './change-settings.ts'
import { requireReachable } from './require-reachable.ts'
import { sessionOf } from './session-of.ts'
import { describeSettings } from './show-settings.ts'

type NewWay = z.output<typeof noticesApp.createNoticeWay.body>

/** `POST /notices/ways` */
export const createNoticeWay: Handle<typeof noticesApp.createNoticeWay> = async (
  call,
  { body },
) => {
  requirePerson(call)
  const { householdId, memberId } = call.caller
  const target = await readTarget(call, body)
  if (target.kind === 'push') await forgetBrowser(call, target.url)
  const { count } = await call.db
    .selectFrom('notice_ways')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  requireRoom('notice_ways', count)
  const id = call.newId()
  await call.db
    .insertInto('notice_ways')
    .values({
      household_id: householdId,
      id,
      member_id: memberId,
      kind: body.kind,
      name: body.name.trim(),
      target: sealTarget(call, id, target),
      session_id: target.kind === 'push' ? sessionOf(call) : null,
      created_at: call.now(),
    })
    .execute()
  await chooseProposed(call, body.language)
  await recordChange(call, {
    action: 'notice_way.create',
    subject: { type: 'notice_way', id },
    before: null,
    after: { kind: body.kind, name: body.name.trim(), host: new URL(target.url).host },
  })
  return describeSettings(call)
}

/** Reads where a way leads. Throws `invalid_parameter` if it leads to a private address. */
async function readTarget(call: Call, way: NewWay): Promise<PostTarget> {
  const { name: _, language: _language, ...given } = way
  if (given.kind === 'push') return readSubscription(call, given)
  const target = given.kind === 'telegram' ? { ...given, url: given.url ?? TELEGRAM } : given
  return { ...target, url: await requireReachable(call, target.url) }
}

/** `DELETE /notices/ways/{id}` */
export const removeNoticeWay: Handle<typeof noticesApp.removeNoticeWay> = async (
  call,
  { params },
) => {
  const { id, name, kind } = await findWay(call, params.id)
  await call.db
    .deleteFrom('notice_ways')
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', id)
    .execute()
  await recordChange(call, {
    action: 'notice_way.remove',
    subject: { type: 'notice_way', id },
    before: { kind, name },
    after: null,
  })
  return { success: true }
}

/** `POST /notices/ways/{id}/test`: waits for the answer. */
export const testNoticeWay: Handle<typeof noticesApp.testNoticeWay> = async (call, { params }) => {
  const { id, target } = await findWay(call, params.id)
  const { language } = await describeSettings(call)
  const { verdict, reason } = await send(call, {
    target: openTarget(call, id, target),
    messageId: call.newId(),
    message: sayTest(language),
    language,
    place: placeOf([]),
  })
  return { sent: verdict === 'sent', reason }
}

/** Finds one of the caller's own ways. Throws `resource_not_found`, for another member's too. */
async function findWay(call: Call, id: string) {
  const way = await call.db
    .selectFrom('notice_ways')
    .select(['id', 'kind', 'name', 'target'])
    .where('household_id', '=', call.caller.householdId)
    .where('member_id', '=', call.caller.memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!way) throw notFound('id')
  return way
}
