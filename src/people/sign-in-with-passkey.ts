import { readPasskey } from '#/access/sign-in-methods/passkey-proof.ts'
import { signInHere } from '#/access/sessions/open.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import type { people } from './app-contract.ts'
import { lastHousehold, openSudo } from './sign-in.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

/** `POST /sign-in/passkey` */
export const signInWithPasskey: PersonHandle<typeof people.signInWithPasskey> = async (
  request,
  { body },
) => {
  const asked = { purpose: 'sign_in', personId: null } as const
  const personId = await readPasskey(request, body.credential, asked)
  await recordPersonEvent(request, personId, 'sign_in.passkey')
  const opening = { personId, householdId: await lastHousehold(request, personId) }
  return describe(request, await signInHere(request, { ...opening, through: 'passkey' }))
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
