import * as z from 'zod'
import { accountMails } from '#/access/mails/say.ts'
import { languageTags } from '#/core/values/languages.ts'
import { requireRoom } from '#/platform/contract/caps.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { readMailAddress } from '#/core/values/mail-address.ts'
import { layOut } from '#/platform/mail/lay-out.ts'
import { writeMail } from '#/platform/mail/outbox/write-mail.ts'
import { canMailLinks } from '#/platform/mail/server.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import { chooseProposed, requirePerson } from '#/notices/managing/change-settings.ts'
import { sealTarget } from '#/notices/way.ts'
import { countAttempt, ownCounter } from '#/people/attempts.ts'
import type { mailWays } from './app-contract.ts'

/** Hours for which the link works. */
const LINK_HOURS = 24

/** The sealed content of the link. The way has its id already, so that the link adds one way however often it is followed. */
const wish = z.object({
  purpose: z.literal('way'),
  household: z.string(),
  member: z.string(),
  way: z.string(),
  name: z.string(),
  address: z.string(),
  language: z.enum(languageTags),
  until: z.number(),
})

/** `POST /notices/ways/mail` */
export const askMailWay: Handle<typeof mailWays.askMailWay> = async (call, { body }) => {
  requirePerson(call)
  const { publicUrl } = call.mail
  if (publicUrl === null || !(await canMailLinks(call))) throw new Refusal('mail_unavailable')
  const address = readMailAddress(body.address)
  if (address === null) {
    throw invalidParameter('address', '`address` must be an address to which mail can be sent.', {
      name: 'not_an_email',
    })
  }
  await requireWayRoom(call)
  await countAttempt(call, ownCounter(`mail:${call.caller.signedIn?.personId ?? ''}`))
  const { householdId, memberId } = call.caller
  const until = call.now().add({ hours: LINK_HOURS })
  const token = call.seal.seal(
    JSON.stringify({
      purpose: 'way',
      household: householdId,
      member: memberId,
      way: call.newId(),
      name: body.name.trim(),
      address,
      language: body.language,
      until: until.epochMilliseconds,
    } satisfies z.input<typeof wish>),
    'mail link',
  )
  const url = `${publicUrl}/settings/notices#k=${token.toString('base64url')}`
  const letter = accountMails[body.language].way({ url })
  await writeMail(call, {
    kind: 'way',
    mail: { to: address, ...layOut(body.language, letter) },
    expiresAt: until,
  })
  return { success: true }
}

/** `POST /notices/ways/mail/confirm`: only the member who asked can follow the link. */
export const confirmMailWay: Handle<typeof mailWays.confirmMailWay> = async (call, { body }) => {
  requirePerson(call)
  const { householdId, memberId } = call.caller
  const { way: id, name, address, language, ...asked } = readToken(call, body.token)
  const isMine = asked.household === householdId && asked.member === memberId
  if (!isMine || asked.until <= call.now().epochMilliseconds) throw new Refusal('link_not_valid')
  const known = await call.db
    .selectFrom('notice_ways')
    .select('id')
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) return { id }
  await requireWayRoom(call)
  const target = { kind: 'mail', address, household: householdId, way: id } as const
  await call.db
    .insertInto('notice_ways')
    .values({
      household_id: householdId,
      id,
      member_id: memberId,
      kind: 'mail',
      name,
      target: sealTarget(call, id, target),
      created_at: call.now(),
    })
    .execute()
  await chooseProposed(call, language)
  await recordChange(call, {
    action: 'notice_way.create',
    subject: { type: 'notice_way', id },
    before: null,
    after: { kind: 'mail', name, host: address.slice(address.lastIndexOf('@') + 1) },
  })
  return { id }
}

async function requireWayRoom({ db, caller }: Call): Promise<void> {
  const { count } = await db
    .selectFrom('notice_ways')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  requireRoom('notice_ways', count)
}

function readToken({ seal }: Call, token: string): z.output<typeof wish> {
  try {
    const read = wish.safeParse(JSON.parse(seal.open(Buffer.from(token, 'base64url'), 'mail link')))
    if (read.success) return read.data
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  throw new Refusal('link_not_valid')
}
