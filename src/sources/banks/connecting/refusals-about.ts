import { invalidParameter } from '#/platform/contract/refusal.ts'
import { asRefusal } from '#/sources/banks/connections/discover.ts'
import { CODE_REFUSED, EnableBankingFailure } from '#/sources/enable-banking/failure.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'

/** Runs `act` and rethrows ProviderFailure as a Refusal; `refused` becomes an invalid `param`. */
export async function refusalsAbout<T>(param: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused') {
      throw invalidParameter(param, error.message, { name: 'token_refused' })
    }
    throw asRefusal(error)
  }
}

/** The same about consents at Enable Banking, which people begin again or their operator must make possible. */
export async function consentRefusals<T>(param: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused') {
      throw invalidParameter(param, error.message, { name: nameOf(error) })
    }
    throw asRefusal(error)
  }
}

function nameOf(error: ProviderFailure) {
  if (!(error instanceof EnableBankingFailure)) return 'bank_not_offered'
  return CODE_REFUSED.has(error.code) ? 'consent_refused' : 'operator_key_refused'
}
