import { Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import { readToken } from '#/access/keys/token.ts'
import { untouchedLimits } from '#/access/limits/admit.ts'
import { admitDevice } from '#/sources/wallet/admit.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readBearer } from './credential.ts'
import { type Admission, applyLimits, type Guard, passByAddress } from './guard.ts'

/**
 * Guards the devices' API: requires a device's own token, which opens nothing else, and budget left in the device's
 * windows. Without a valid token the address pays. Every plan includes wallets.
 */
export function createWalletGuard(admission: Admission & { readonly runtime: Runtime }): Guard {
  const pass = passByAddress(admission)
  return {
    isApp: false,
    limitsAtFirst: untouchedLimits,
    enter: async (c, note) => {
      const sent = c.req.header('authorization')
      const shown = readBearer(sent)
      const token = shown === null ? null : readToken(shown, 'em_wallet_')
      const admitted = token && (await admitDevice(admission.runtime, token))
      if (!admitted?.caller) {
        await pass(c, note)
        throw new Refusal(sent === undefined ? 'missing_api_key' : 'invalid_api_key', {
          message:
            'Send the token of a device that has not been revoked, as `Authorization: Bearer <TOKEN>`.',
        })
      }
      applyLimits(admitted, note)
      return admitted.caller
    },
    pass,
    refuseHousehold: (_, standing) => refuseHousehold('premium', standing),
  }
}
