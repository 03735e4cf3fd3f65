import { sql } from 'kysely'
import { browserName } from '#/core/values/browser-name.ts'
import { languageTags } from '#/core/values/languages.ts'
import { layOut } from '#/platform/mail/lay-out.ts'
import { writeMail } from '#/platform/mail/outbox/write-mail.ts'
import { hasMailServer } from '#/platform/mail/server.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { accountMails } from './say.ts'

/** Hours after which it is not news. */
const NEWS_HOURS = 24

type Given = { readonly personId: string; readonly address: string; readonly agent: string }

type Recipient = {
  readonly email: string | null
  readonly language: string | null
  readonly hears: boolean
}

/**
 * Queues a mail to a person who signed in with a new browser, in the transaction of the sign-in, unless a notice of it is
 * mailed to them already (`notices/outbox/write-sign-in.ts`), or the instance sends no mail.
 */
export async function writeNewBrowser(
  context: Pick<Runtime, 'db' | 'seal' | 'now' | 'newId' | 'bell' | 'mail'>,
  { personId, address, agent }: Given,
): Promise<void> {
  if (!(await hasMailServer(context))) return
  const { rows } = await sql<Recipient>`
    with first as (
      select s.household_id, s.member_id, s.language, 'sign_in' = any(s.kinds) as wants
      from members m join notice_settings s on s.household_id = m.household_id and s.member_id = m.id
      where m.person_id = ${personId} and m.removed_at is null
      order by wants desc, m.created_at, m.household_id limit 1)
    select p.email, (select language from first) as language, exists (
      select from first f join notice_ways w on w.household_id = f.household_id and w.member_id = f.member_id
      where f.wants and w.kind = 'mail' and w.gone_at is null) as hears
    from persons p where p.id = ${personId}`.execute(context.db)
  const [person] = rows
  if (!person || person.email === null || person.hears) return
  const language = languageTags.find((tag) => tag === person.language) ?? 'en'
  const at = context.now()
  const { publicUrl } = context.mail
  const letter = accountMails[language].newBrowser({
    browser: browserName(agent),
    address,
    at: `${at.toString({ smallestUnit: 'minute' }).replace('T', ' ').replace('Z', '')} UTC`,
    url: publicUrl === null ? null : `${publicUrl}/settings/sessions`,
  })
  await writeMail(context, {
    kind: 'new_browser',
    mail: { to: person.email, ...layOut(language, letter) },
    expiresAt: at.add({ hours: NEWS_HOURS }),
  })
}
