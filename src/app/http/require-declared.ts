import { commonCodes } from '#/platform/contract/codes.ts'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'

/**
 * Makes a `catch` that passes errors on, but turns a refusal that the endpoint does not declare into a bug: it would be
 * missing from the OpenAPI document.
 */
export function requireDeclared(endpoint: Endpoint): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Refusal)) throw error
    if (commonCodes.includes(error.code) || endpoint.refusals?.includes(error.code)) throw error
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${error.code}`, {
      cause: error,
    })
  }
}
