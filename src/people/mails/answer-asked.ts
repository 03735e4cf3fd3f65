import { sql } from 'kysely'
import * as z from 'zod'
import { accountMails } from '#/access/mails/say.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { languageTags } from '#/core/values/languages.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { layOut } from '#/platform/mail/lay-out.ts'
import { openContent, sealContent } from '#/platform/mail/outbox/write-mail.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { linkTo } from '#/access/mails/link-to.ts'
import { findByEmail } from '#/people/find.ts'
import { makeLink } from '#/people/links.ts'
import { RESET_HOURS } from './ask-reset.ts'

const asked = z.object({
  email: z.string(),
  language: z.enum(languageTags),
  address: z.string(),
  agent: z.string(),
})

/** Asked resets that are looked at in one go. */
const BATCH = 50

/**
 * Turns asked password resets into mails with links, for those who have an account with a password; the others end. Returns
 * their number. One transaction each: link and mail exist together.
 */
export async function answerAsked(runtime: Runtime): Promise<number> {
  let count = 0
  while (count < BATCH && (await answerNext(runtime))) count += 1
  return count
}

async function answerNext(runtime: Runtime): Promise<boolean> {
  return inTransaction(runtime.db, async (tx) => {
    const within = { ...runtime, db: tx }
    const now = runtime.now()
    const { rows } = await sql<{ id: string; content: Buffer }>`
      select id, content from mails where state = 'asked' and claimable_at <= ${now}
      order by claimable_at limit 1 for update skip locked`.execute(tx)
    const [row] = rows
    if (!row) return false
    const content = await writeReset(within, asked.parse(openContent(runtime, row.id, row.content)))
    await sql`
      update mails set state = ${content === null ? 'cancelled' : 'queued'},
        content = ${content && sealContent(runtime, row.id, content)},
        ended_at = ${content === null ? now : null}
      where id = ${row.id}`.execute(tx)
    return true
  })
}

/** Makes the link and the mail of a reset. Null: nobody with a password has this address, or people sign in otherwise. */
async function writeReset(
  runtime: Runtime,
  { email, language, ...client }: z.output<typeof asked>,
) {
  const { publicUrl } = runtime.mail
  if (publicUrl === null || runtime.oidc.only) return null
  const person = await findByEmail(runtime, email)
  // Those who only come through a provider have no password, and a mailbox must not give them one.
  if (person === null || person.email === null || person.password === null) return null
  const { token } = await makeLink(runtime, {
    purpose: 'reset',
    personId: person.id,
    hours: RESET_HOURS,
  })
  await recordPersonEvent({ ...runtime, client }, person.id, 'password.reset_mailed')
  const url = linkTo(publicUrl, 'reset', token)
  // To the address of the account, which may be written differently from the one that was typed.
  return { to: person.email, ...layOut(language, accountMails[language].reset({ url })) }
}
