import { Refusal } from '#/platform/contract/refusal.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import { readToken } from '#/access/keys/token.ts'
import { untouchedLimits } from '#/access/limits/admit.ts'
import { admitDevice } from '#/sources/wallet/admit.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Guard, refuseExceeded } from './guard.ts'
import type { Admission } from './key-guard.ts'

/**
 * The entrance for devices: a device's own token, which opens nothing else, and budget left in the device's windows.
 * Without a valid one the address pays. What the developer API costs is no matter here: every plan has wallets.
 */
export function createWalletGuard({
  admit,
  addressOf,
  runtime,
}: Admission & { readonly runtime: Runtime }): Guard {
  const pass: Guard['pass'] = async (c, note) => {
    const admitted = await admit({ token: null, address: addressOf(c) })
    note(admitted.limits, admitted.now)
    refuseExceeded(admitted)
  }
  return {
    isApp: false,
    limitsAtFirst: untouchedLimits,
    enter: async (c, note) => {
      const sent = c.req.header('authorization')
      const shown = /^bearer +(\S+)$/i.exec(sent?.trim() ?? '')?.[1]
      const token = shown === undefined ? null : readToken(shown, 'em_wallet_')
      const admitted = token && (await admitDevice(runtime, token))
      if (!admitted?.caller) {
        await pass(c, note)
        throw new Refusal(sent === undefined ? 'missing_api_key' : 'invalid_api_key', {
          message:
            'Send the token of a device that has not been revoked, as `Authorization: Bearer <TOKEN>`.',
        })
      }
      note(admitted.limits, admitted.now)
      refuseExceeded(admitted)
      return admitted.caller
    },
    pass,
    refuseHousehold: (_, standing) => refuseHousehold('premium', standing),
  }
}
