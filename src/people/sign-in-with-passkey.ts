import { readPasskey } from '#/access/sign-in-methods/passkey-proof.ts'
import { signInHere } from '#/access/sessions/open.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { Visited } from '#/access/sessions/visit.ts'
import type { people } from './app-contract.ts'
import { lastHousehold, openSudo } from './sign-in.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

/** `POST /sign-in/passkey` */
export const signInWithPasskey: Visited<typeof people.signInWithPasskey> = async (
  visit,
  { body },
) => {
  const asked = { purpose: 'sign_in', personId: null } as const
  const personId = await readPasskey(visit, body.credential, asked)
  await recordPersonEvent(visit, personId, 'sign_in.passkey')
  const opening = { personId, householdId: await lastHousehold(visit, personId) }
  return describe(visit, await signInHere(visit, { ...opening, through: 'passkey' }))
}

/** `POST /sudo/passkey` */
export const proveMyselfWithPasskey: Visited<typeof people.proveMyselfWithPasskey> = async (
  visit,
  { body },
) => {
  const { personId } = visit.session
  await readPasskey(visit, body.credential, { purpose: 'sudo', personId })
  await recordPersonEvent(visit, personId, 'sudo')
  return { sudo_until: await openSudo(visit) }
}
