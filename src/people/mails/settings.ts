import type { Answer } from '#/platform/contract/endpoint.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { layOut } from '#/platform/mail/lay-out.ts'
import { findMailServer, forgetMailServer, storeMailServer } from '#/platform/mail/server.ts'
import { judgeMailServer } from '#/platform/settings/smtp-settings.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { accountMails } from '#/access/mails/say.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import { countAttempt, ownCounter } from '#/people/attempts.ts'
import { findPerson } from '#/people/find.ts'
import { requireOperator } from '#/people/operators.ts'
import type { mailApp } from './app-contract.ts'

/** `GET /mail` */
export const showMail: PersonHandle<typeof mailApp.showMail> = async (request) => {
  await requireOperator(request, request.session.personId)
  return describe(request)
}

/** `PUT /mail`: throws `invalid_parameter` that names the wrong field. */
export const setMail: PersonHandle<typeof mailApp.setMail> = async (request, { body }) => {
  await requireOperator(request, request.session.personId)
  const stored = await findMailServer({ ...request, mail: { ...request.mail, server: null } })
  const { password: given, ...named } = body
  const isSame =
    stored !== null &&
    (['host', 'port', 'security', 'user'] as const).every(
      (one) => stored.server[one] === named[one],
    )
  // A stored password goes to no other server, and not over a weaker connection.
  const password = given === undefined ? (isSame ? stored.server.password : null) : given
  const server = { ...named, password }
  const [fault] = judgeMailServer(server)
  if (fault) {
    throw invalidParameter(fault.field, `\`${fault.field}\` ${fault.needed}.`, {
      name: server[fault.field] === null ? 'required' : 'malformed',
    })
  }
  await storeMailServer(request, server)
  return describe(request)
}

/** `DELETE /mail` */
export const removeMail: PersonHandle<typeof mailApp.removeMail> = async (request) => {
  await requireOperator(request, request.session.personId)
  await forgetMailServer(request)
  return describe(request)
}

/** `POST /mail/test` */
export const tryMail: PersonHandle<typeof mailApp.tryMail> = async (request, { body }) => {
  const { personId } = request.session
  await requireOperator(request, personId)
  const found = await findMailServer(request)
  const { email: to } = await findPerson(request, personId)
  if (!found || to === null) throw new Refusal('mail_unavailable')
  await countAttempt(request, ownCounter(`mail:${personId}`))
  const { tryServer } = await import('#/platform/mail/try-server.ts')
  const mail = {
    to,
    id: request.newId(),
    ...layOut(body.language, accountMails[body.language].test),
  }
  const { passed, failure } = await tryServer(request, found.server, { mail })
  return {
    to,
    passed: [...passed],
    failure: failure && { step: failure.step, fault: failure.fault, message: failure.message },
  }
}

async function describe(runtime: Runtime): Promise<Answer<typeof mailApp.showMail>> {
  const { publicUrl } = runtime.mail
  const found = await findMailServer(runtime)
  if (!found) return { source: null, server: null, public_url: publicUrl }
  const { password, ...server } = found.server
  return {
    source: found.source,
    server: { ...server, has_password: password !== null },
    public_url: publicUrl,
  }
}
