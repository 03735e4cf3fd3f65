import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'

const ofPublicApi: ReadonlySet<Endpoint> = new Set(
  publicContracts.flatMap((contract): Endpoint[] => Object.values(contract)),
)

/** The API below which an API key may ask for an endpoint; null if none is open to keys. */
export function baseOf(endpoint: Endpoint): '/v1' | '/app/api' | null {
  if (ofPublicApi.has(endpoint)) return '/v1'
  return endpoint.forKeys ? '/app/api' : null
}

export function isForKeys(endpoint: Endpoint): boolean {
  return baseOf(endpoint) !== null
}
