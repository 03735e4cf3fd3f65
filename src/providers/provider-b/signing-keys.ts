import { OutboundFailure } from '#/outbound/failure.ts'
import type { Outbound } from '#/outbound/outbound.ts'
import { ProviderFailure } from '#/providers/provider.ts'
import type { SigningKey } from './answer.ts'
import type { PlaidAccess } from './client.ts'
import { readSigningKey } from './connector.ts'

/** Plaid rotates its keys about once a day; whoever sends ids that it does not know asks in our name. */
const LOOKUPS_PER_MINUTE = 10
const KNOWN_MAX = 100

/** The keys that sign Plaid's webhooks, by id: each is asked for once, and not too many in a minute. */
export function createSigningKeys(
  access: PlaidAccess,
  world: { readonly outbound: Outbound; readonly now: () => Temporal.Instant },
): (keyId: string) => Promise<SigningKey | null> {
  const known = new Map<string, SigningKey>()
  let lookups: Temporal.Instant[] = []
  return async (keyId) => {
    const before = known.get(keyId)
    if (before) return before
    const now = world.now()
    const minute = now.subtract({ minutes: 1 })
    lookups = lookups.filter((at) => Temporal.Instant.compare(at, minute) > 0)
    if (lookups.length >= LOOKUPS_PER_MINUTE) return null
    lookups.push(now)
    try {
      const key = await readSigningKey(access, world, keyId)
      if (known.size >= KNOWN_MAX) known.clear()
      known.set(keyId, key)
      return key
    } catch (error) {
      if (error instanceof ProviderFailure || error instanceof OutboundFailure) return null
      throw error
    }
  }
}
