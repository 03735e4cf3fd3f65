import { invalidParameter } from '#/platform/contract/refusal.ts'
import { asRefusal } from '#/sources/banks/connections/discover.ts'
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
