import { invalidParameter } from '#/platform/contract/refusal.ts'
import { checkWebhookHeaders } from '#/platform/outbound/check-webhook-headers.ts'
import type { Call } from '#/platform/runtime/call.ts'
import { headersBinding } from './webhook.ts'

/** Header names with their values, as they are sent to a destination. */
export type Headers = Readonly<Record<string, string>>

/** Checks headers for a destination. Throws `invalid_parameter`, which names the header and never its value. */
export function readHeaders(given: unknown): Headers {
  const checked = checkWebhookHeaders(given)
  if (!checked.ok) {
    throw invalidParameter('headers', checked.message, { name: `header_${checked.rule}` })
  }
  return checked.headers
}

/** Returns the columns to store: names in clear, to be shown; names and values encrypted, to be sent. */
export function sealHeaders(
  { seal }: Pick<Call, 'seal'>,
  id: string,
  headers: Headers,
): { header_names: string[]; headers: Buffer | null } {
  const names = Object.keys(headers)
  const sealed = names.length > 0 ? seal.seal(JSON.stringify(headers), headersBinding(id)) : null
  return { header_names: names, headers: sealed }
}
