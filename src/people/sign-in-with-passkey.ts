import { readPasskey } from '#/access/sign-in-methods/passkey-proof.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { PersonHandle, PersonRequest } from '#/access/sessions/person-request.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { people } from './app-contract.ts'
import { logRefusedSignIn } from '#/access/sessions/log-refusal.ts'
import { enter, openSudo, requirePasswords } from './sign-in.ts'

/** `POST /sign-in/passkey` */
export const signInWithPasskey: PersonHandle<typeof people.signInWithPasskey> = async (
  request,
  { body },
) => {
  requirePasswords(request)
  const asked = { purpose: 'sign_in', personId: null } as const
  const personId = await readPasskey(request, body.credential, asked).catch(asRefused(request))
  return enter(request, personId, { through: 'passkey' })
}

/** `POST /sudo/passkey` */
export const proveMyselfWithPasskey: PersonHandle<typeof people.proveMyselfWithPasskey> = async (
  request,
  { body },
) => {
  const { personId } = request.session
  const asked = { purpose: 'sudo', personId } as const
  await readPasskey(request, body.credential, asked).catch(asRefused(request))
  await recordPersonEvent(request, personId, 'sudo')
  return { sudo_until: await openSudo(request) }
}

function asRefused(request: PersonRequest) {
  return (error: unknown): never => {
    if (error instanceof Refusal && error.code === 'passkey_failed') {
      logRefusedSignIn(request, { reason: 'passkey', tried: null })
    }
    throw error
  }
}
