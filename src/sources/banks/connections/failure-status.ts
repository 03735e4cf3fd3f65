import type { Status } from './status.ts'
import type { ProviderFailure } from '#/sources/provider/provider.ts'

/** What a provider's failure makes of its connection; null when nothing is wrong with it and it must only wait. */
export function statusAfter({ kind }: ProviderFailure): Status | null {
  switch (kind) {
    case 'quota':
      return null
    case 'reauth':
      return 'reauth_required'
    case 'payment':
      return 'payment_required'
    case 'revoked':
      return 'revoked'
    case 'refused':
    case 'unavailable':
    case 'nonsense':
      return 'degraded'
  }
}
