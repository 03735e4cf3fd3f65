import { Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import { untouchedLimits } from '#/access/limits/admit.ts'
import { readCredential } from './credential.ts'
import { type Admission, applyLimits, type Guard, passByAddress } from './guard.ts'

/** Guards the public API: requires a personal key with budget left in both windows. Without a valid key the address pays. */
export function createKeyGuard(admission: Admission): Guard {
  const { admit, addressOf } = admission
  return {
    isApp: false,
    limitsAtFirst: untouchedLimits,
    enter: async (c, note) => {
      const credential = readCredential({
        authorization: c.req.header('authorization'),
        cookie: c.req.header('cookie'),
      })
      const admitted = await admit({ token: credential.token, address: addressOf(c) })
      applyLimits(admitted, note)
      if (credential.refusal !== null) throw new Refusal(credential.refusal)
      if (!admitted.caller) throw new Refusal('invalid_api_key')
      return admitted.caller
    },
    pass: passByAddress(admission),
    refuseHousehold,
  }
}
