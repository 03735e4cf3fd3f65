import { accountMails } from './say.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import { requireRoom } from '#/platform/contract/caps.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { layOut, onOneLine } from '#/platform/mail/lay-out.ts'
import { writeMail } from '#/platform/mail/outbox/write-mail.ts'
import { canMailLinks } from '#/platform/mail/server.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { linkTo } from './link-to.ts'

type Given = {
  readonly email: string
  readonly token: string
  readonly language: LanguageTag
  readonly expiresAt: Temporal.Instant
}

/** Queues the mail with an invitation's link, and returns its id. Throws `mail_unavailable` or `limit_reached`. */
export async function mailInvitation(
  acting: Acting,
  { email, token, language, expiresAt }: Given,
): Promise<string> {
  const { publicUrl } = acting.mail
  if (publicUrl === null || !(await canMailLinks(acting))) throw new Refusal('mail_unavailable')
  const { householdId, memberId } = acting.caller
  const { count } = await acting.db
    .selectFrom('invitations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('mail_id', 'is not', null)
    .where('created_at', '>', acting.now().subtract({ hours: 24 }))
    .executeTakeFirstOrThrow()
  requireRoom('invitation_mails', count)
  const { name } = await acting.db
    .selectFrom('households')
    .select('name')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  const inviter =
    memberId === null
      ? null
      : await acting.db
          .selectFrom('members')
          .select('name')
          .where('household_id', '=', householdId)
          .where('id', '=', memberId)
          .executeTakeFirstOrThrow()
  const letter = accountMails[language].invitation({
    household: onOneLine(name),
    inviter: inviter ? onOneLine(inviter.name) : null,
    url: linkTo(publicUrl, 'invite', token),
  })
  return writeMail(acting, {
    kind: 'invitation',
    mail: { to: email, ...layOut(language, letter) },
    expiresAt,
  })
}
