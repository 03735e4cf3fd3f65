import type { MailServer } from '#/platform/settings/smtp-settings.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { composeMail, type Mail } from './compose.ts'
import { converse, type Patience } from './conversation.ts'

type Sending = {
  readonly server: MailServer
  /** Runs when the server waits for the text; if it throws, the text is not sent. */
  readonly beforeHandOver?: () => Promise<void>
  readonly patience?: Patience
}

/** Sends one mail over a connection of its own. Throws a MailFailure. */
export async function sendMail(
  { now }: Pick<Runtime, 'now'>,
  mail: Mail,
  { server, beforeHandOver = () => Promise.resolve(), patience }: Sending,
): Promise<void> {
  const composed = await composeMail(server.from, mail, now())
  const conversation = await converse(server, patience)
  await conversation.send(composed, beforeHandOver)
}
