import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { MailServer } from '#/platform/settings/smtp-settings.ts'
import { composeMail, type Mail } from './compose.ts'
import { converse, type Patience } from './conversation.ts'
import { MailFailure, type MailStep } from './failure.ts'

/** How a trial went: the steps that succeeded, and the fault that ended it. */
export type Trial = {
  readonly passed: readonly { readonly step: MailStep; readonly says: string }[]
  readonly failure: MailFailure | null
}

/** Connects to a mail server and logs in; with a mail, sends it too. Never throws because of the server. */
export async function tryServer(
  { now }: Pick<Runtime, 'now'>,
  server: MailServer,
  { mail, patience }: { readonly mail?: Mail; readonly patience?: Patience } = {},
): Promise<Trial> {
  const passed: { step: MailStep; says: string }[] = []
  try {
    const composed = mail && (await composeMail(server.from, mail, now()))
    const conversation = await converse(server, patience).catch((error: unknown) => {
      if (error instanceof MailFailure) passed.push(...before(error.step, server))
      throw error
    })
    passed.push(...before('sender', server, conversation.tls))
    if (!composed) {
      conversation.end()
      return { passed, failure: null }
    }
    await conversation.send(composed, () => Promise.resolve())
    passed.push({ step: 'message', says: `The server took a mail to ${composed.envelope.to}.` })
    return { passed, failure: null }
  } catch (error) {
    if (error instanceof MailFailure) return { passed, failure: error }
    throw error
  }
}

/** Lists the steps that lie before one. */
function before(
  step: MailStep,
  { host, port, security, user }: MailServer,
  tls: string | null = null,
) {
  const steps: { step: MailStep; says: string }[] = []
  if (step === 'connect') return steps
  steps.push({ step: 'connect', says: `${host} answers on port ${port}.` })
  if (step === 'tls') return steps
  if (security !== 'none') {
    steps.push({
      step: 'tls',
      says: `The connection is encrypted${tls === null ? '' : ` (${tls})`}, and the certificate is valid.`,
    })
  }
  if (step === 'login') return steps
  if (user !== null)
    steps.push({ step: 'login', says: 'The server accepts the user and the password.' })
  return steps
}
