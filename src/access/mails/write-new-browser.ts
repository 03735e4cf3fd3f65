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

type FirstMember = {
  readonly household_id: string
  readonly member_id: string
  readonly language: string
  readonly wants: boolean
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
  const person = await context.db
    .selectFrom('persons')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person || person.email === null) return
  const first = await findFirstMember(context, personId)
  if (first && (await hearsByMail(context, first))) return
  const language = languageTags.find((tag) => tag === first?.language) ?? 'en'
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

/** Finds the membership that carries notices of signing in, or else the first. */
async function findFirstMember(
  { db }: Pick<Runtime, 'db'>,
  personId: string,
): Promise<FirstMember | undefined> {
  const { rows } = await sql<FirstMember>`
    select s.household_id, s.member_id, s.language, 'sign_in' = any(s.kinds) as wants
    from members m join notice_settings s on s.household_id = m.household_id and s.member_id = m.id
    where m.person_id = ${personId} and m.removed_at is null
    order by wants desc, m.created_at, m.household_id limit 1`.execute(db)
  return rows[0]
}

async function hearsByMail({ db }: Pick<Runtime, 'db'>, first: FirstMember): Promise<boolean> {
  if (!first.wants) return false
  const way = await db
    .selectFrom('notice_ways')
    .select('id')
    .where('household_id', '=', first.household_id)
    .where('member_id', '=', first.member_id)
    .where('kind', '=', 'mail')
    .where('gone_at', 'is', null)
    .executeTakeFirst()
  return way !== undefined
}
