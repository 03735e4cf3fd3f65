import type { Context } from 'hono'
import { Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import { type Admitted, type Claim, untouchedLimits } from '#/access/limits/admit.ts'
import { readCredential } from './credential.ts'
import { type Guard, refuseExceeded } from './guard.ts'

export type Admission = {
  readonly admit: (claim: Claim) => Promise<Admitted>
  /** The address that a request comes from. */
  readonly addressOf: (c: Context) => string
}

/** The entrance of the public API: a personal key, and budget left in both windows. Without a valid key the address pays. */
export function createKeyGuard({ admit, addressOf }: Admission): Guard {
  return {
    isApp: false,
    limitsAtFirst: untouchedLimits,
    enter: async (c, note) => {
      const credential = readCredential({
        authorization: c.req.header('authorization'),
        cookie: c.req.header('cookie'),
      })
      const admitted = await admit({ token: credential.token, address: addressOf(c) })
      note(admitted.limits, admitted.now)
      refuseExceeded(admitted)
      if (credential.refusal !== null) throw new Refusal(credential.refusal)
      if (!admitted.caller) throw new Refusal('invalid_api_key')
      return admitted.caller
    },
    pass: async (c, note) => {
      const admitted = await admit({ token: null, address: addressOf(c) })
      note(admitted.limits, admitted.now)
      refuseExceeded(admitted)
    },
    refuseHousehold,
  }
}
