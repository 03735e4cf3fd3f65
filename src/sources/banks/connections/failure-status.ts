import type { Status } from './status.ts'
import type { ProviderFailure } from '#/sources/provider/provider.ts'

/** Returns the status of a connection after a failure; null for `quota`, which needs no repair, only time. */
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
