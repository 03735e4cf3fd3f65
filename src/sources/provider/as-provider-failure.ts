import type { OutboundFailure } from '#/platform/outbound/failure.ts'
import { ProviderFailure } from './provider.ts'

/** Translates a failed outbound request into the provider's failure kinds. Rethrows `bad_header`: a bug of ours. */
export function asProviderFailure(failure: OutboundFailure): ProviderFailure {
  switch (failure.kind) {
    case 'bad_url':
    case 'refused_address':
    case 'redirect':
      return new ProviderFailure('refused', failure.message)
    case 'too_large':
    case 'bad_response':
      return new ProviderFailure('nonsense', failure.message)
    case 'dns':
    case 'connect':
    case 'tls':
    case 'timeout':
      return new ProviderFailure('unavailable', failure.message)
    case 'bad_header':
      // We wrote the headers.
      throw failure
  }
}
