import type { LanguageTag } from '#/core/values/languages.ts'
import { layOut, onOneLine } from '#/platform/mail/lay-out.ts'
import { writeMail } from '#/platform/mail/outbox/write-mail.ts'
import { hasMailServer } from '#/platform/mail/server.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { accountMails } from './say.ts'

/** Hours after which it is not news. */
const NEWS_HOURS = 24

type Given = { readonly personId: string; readonly address: string; readonly agent: string }

/**
 * Queues a mail to a person who signed in with a new browser, in the transaction of the sign-in, unless the
 * instance sends no mail.
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
  const language: LanguageTag = 'en'
  const at = context.now()
  const { publicUrl } = context.mail
  const letter = accountMails[language].newBrowser({
    agent: onOneLine(agent),
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
