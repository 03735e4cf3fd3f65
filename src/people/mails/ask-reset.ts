import { Refusal } from '#/platform/contract/refusal.ts'
import { askForMail } from '#/platform/mail/outbox/write-mail.ts'
import { canMailLinks } from '#/platform/mail/server.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import type { people } from '#/people/app-contract.ts'
import { countAttempt, mailCounters } from '#/people/attempts.ts'
import { requirePasswords } from '#/people/sign-in.ts'

/** Hours for which a mailed link works. */
export const RESET_HOURS = 1

/**
 * `POST /password-reset/mail`: stores the address and answers. If an account has it, a worker finds out, so that answer and
 * time are the same for all addresses.
 */
export const askReset: PersonHandle<typeof people.askReset> = async (request, { body }) => {
  requirePasswords(request)
  if (!(await canMailLinks(request))) throw new Refusal('mail_unavailable')
  await countAttempt(request, mailCounters(request.client, body.email))
  await askForMail(request, {
    kind: 'reset',
    content: {
      email: body.email,
      language: body.language,
      address: request.client.address,
      agent: request.client.agent,
    },
    expiresAt: request.now().add({ hours: RESET_HOURS }),
  })
  return { success: true }
}
