import { writeInstant } from '#/platform/contract/fields.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { keys } from './contract.ts'

export const describeKey: Handle<typeof keys.describeKey> = async ({ caller, limits }) => {
  const described: Answer<typeof keys.describeKey> = {
    // Only `/v1` has this endpoint, and there every caller has a key and limits.
    account_id: caller.householdId,
    scopes: [...caller.scopes],
    key: { id: caller.key!.id, expires_at: writeInstant(caller.key!.expiresAt) },
    rate_limit: {
      minute_limit: limits!.minuteLimit,
      minute_remaining: limits!.minuteRemaining,
      hour_limit: limits!.hourLimit,
      hour_remaining: limits!.hourRemaining,
    },
  }
  // Encoding it by its schema would cost more than all of this: programs ask it as a check of the connection.
  return { json: JSON.stringify(described) }
}
