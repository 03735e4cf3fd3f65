import { isIP } from 'node:net'
import type { Context } from 'hono'
import { Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import { untouchedLimits } from '#/access/limits/admit.ts'
import type { Caller } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readCredential } from './credential.ts'
import { type Admission, applyLimits, type Guard, type Note, passByAddress } from './guard.ts'
import type { Ingress } from './ingress.ts'

/** Admits requests with keys. `wholeAddressOf` is what a key's allowed addresses are compared with. */
export type KeyAdmission = Admission &
  Pick<Ingress, 'wholeAddressOf'> & { readonly runtime: Pick<Runtime, 'log'> }

/** Guards the public API: requires a personal key with budget left in both windows. Without a valid key the address pays. */
export function createKeyGuard(admission: KeyAdmission): Guard {
  return {
    isApp: false,
    limitsAtFirst: untouchedLimits,
    enter: (c, note) => enterByKey(admission, c, note),
    pass: passByAddress(admission),
    refuseHousehold,
  }
}

/**
 * Finds the caller by the key of the request, and counts the request. A key that is used from elsewhere than its allowed
 * addresses gets the answer of an unknown one, so that a thief does not learn that it works; the log says it.
 */
export async function enterByKey(
  { admit, addressOf, wholeAddressOf, runtime }: KeyAdmission,
  c: Context,
  note: Note,
): Promise<Caller> {
  const credential = readCredential({
    authorization: c.req.header('authorization'),
    cookie: c.req.header('cookie'),
  })
  const address = wholeAddressOf(c)
  const origin = isIP(address) === 0 ? null : address
  const admitted = await admit({ token: credential.token, address: addressOf(c), origin })
  if (admitted.outside) {
    const { householdId, keyId } = admitted.outside
    // The address comes first: `packaging/fail2ban` matches the beginning of the line.
    const facts = { address, key_id: keyId, household_id: householdId }
    runtime.log('warn', 'security.key.refused', facts)
  }
  applyLimits(admitted, note)
  if (credential.refusal !== null) throw new Refusal(credential.refusal)
  if (!admitted.caller) throw new Refusal('invalid_api_key')
  return admitted.caller
}
