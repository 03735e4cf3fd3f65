import { OutboundFailure } from '#/platform/outbound/failure.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import type { SigningKey } from './answer.ts'
import type { PlaidAccess } from './client.ts'
import { readSigningKey } from './connector.ts'

/** Plaid rotates its keys about once a day; whoever sends ids that it does not know asks in our name. */
const LOOKUPS_PER_MINUTE = 10
const KNOWN_MAX = 100
/** A key that is withdrawn must not be believed for ever. */
const KNOWN_HOURS = 24

/** The keys that sign Plaid's webhooks, by id: each is asked for once a day, and not too many in a minute. */
export function createSigningKeys(
  access: PlaidAccess,
  runtime: { readonly outbound: Outbound; readonly now: () => Temporal.Instant },
): (keyId: string) => Promise<SigningKey | null> {
  const known = new Map<string, { readonly key: SigningKey; readonly until: Temporal.Instant }>()
  let lookups: Temporal.Instant[] = []
  return async (keyId) => {
    const now = runtime.now()
    const before = known.get(keyId)
    if (before && Temporal.Instant.compare(before.until, now) > 0) return before.key
    const minute = now.subtract({ minutes: 1 })
    lookups = lookups.filter((at) => Temporal.Instant.compare(at, minute) > 0)
    if (lookups.length >= LOOKUPS_PER_MINUTE) return null
    lookups.push(now)
    try {
      const key = await readSigningKey(access, runtime, keyId)
      if (known.size >= KNOWN_MAX) known.clear()
      known.set(keyId, { key, until: now.add({ hours: KNOWN_HOURS }) })
      return key
    } catch (error) {
      if (error instanceof ProviderFailure || error instanceof OutboundFailure) return null
      throw error
    }
  }
}
