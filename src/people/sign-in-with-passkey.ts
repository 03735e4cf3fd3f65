import { readPasskey } from '#/access/sign-in-methods/passkey-proof.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import type { people } from './app-contract.ts'
import { enter, openSudo } from './sign-in.ts'

/** `POST /sign-in/passkey` */
export const signInWithPasskey: PersonHandle<typeof people.signInWithPasskey> = async (
  request,
  { body },
) => {
  const asked = { purpose: 'sign_in', personId: null } as const
  const personId = await readPasskey(request, body.credential, asked)
  return enter(request, personId, 'passkey')
}

/** `POST /sudo/passkey` */
export const proveMyselfWithPasskey: PersonHandle<typeof people.proveMyselfWithPasskey> = async (
  request,
  { body },
) => {
  const { personId } = request.session
  await readPasskey(request, body.credential, { purpose: 'sudo', personId })
  await recordPersonEvent(request, personId, 'sudo')
  return { sudo_until: await openSudo(request) }
}
