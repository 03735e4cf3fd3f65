import type { LanguageTag } from '#/core/values/languages.ts'
import { MailFailure } from '#/platform/mail/failure.ts'
import { layOut } from '#/platform/mail/lay-out.ts'
import { sendMail } from '#/platform/mail/send-mail.ts'
import { findMailServer } from '#/platform/mail/server.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Message, SHOW, UNSUBSCRIBE } from '#/notices/rules/say.ts'
import type { MailTarget } from '#/notices/rules/way.ts'
import type { Outcome } from './record-result.ts'
import { UNSUBSCRIBE_PATH, writeUnsubscribe } from './unsubscribe.ts'

/** Milliseconds. Messages of others wait for this one, so it is shorter than for mails of accounts. */
const PATIENCE = { connect: 8_000, greeting: 8_000, silence: 10_000, whole: 20_000 }

type Given = {
  readonly target: MailTarget
  readonly messageId: string
  readonly message: Message
  readonly language: LanguageTag
  /** The page of the application that shows more. */
  readonly place: string
}

const verdicts = { refused: 'failed', later: 'retry', unsure: 'failed' } as const

/** Sends a message by mail, once. Never throws because of the mail server. */
export async function sendByMail(
  runtime: Pick<Runtime, 'db' | 'seal' | 'mail' | 'now'>,
  { target, messageId, message, language, place }: Given,
): Promise<Outcome> {
  const found = await findMailServer(runtime)
  if (!found) return { verdict: 'retry', status: null, reason: 'No mail server is set.' }
  const { publicUrl } = runtime.mail
  const url = publicUrl && `${publicUrl}${UNSUBSCRIBE_PATH}/${writeUnsubscribe(runtime, target)}`
  const letter = layOut(language, {
    subject: message.title,
    lines: message.text.split('\n'),
    ...(publicUrl && { link: { label: SHOW[language], url: `${publicUrl}${place}` } }),
    ...(url && { closing: { label: UNSUBSCRIBE[language], url } }),
  })
  const mail = { to: target.address, id: messageId, ...letter, ...(url && { unsubscribe: url }) }
  try {
    await sendMail(runtime, mail, { server: found.server, patience: PATIENCE })
    return { verdict: 'sent', status: null, reason: null }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    return { verdict: verdicts[error.kind], status: null, reason: error.message }
  }
}
