import { OutboundFailure } from '#/platform/outbound/failure.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import type { SigningKey } from './answer.ts'
import type { PlaidAccess } from './client.ts'
import { readSigningKey } from './connector.ts'
import { createMinuteBudget } from './minute-budget.ts'

/**
 * Plaid rotates its keys about once a day. Strangers who send unknown ids make us ask Plaid, so their look-ups are
 * limited. Addresses from which Plaid has sent have separate look-ups: a new key is found even while strangers use up
 * theirs.
 */
const LOOKUPS_OF_PROVEN = 10
const LOOKUPS_OF_STRANGERS = 20
const LOOKUPS_PER_STRANGER = 5
const KNOWN_MAX = 100
const PROVEN_MAX = 100
const UNKNOWN_MAX = 1000
/** Hours after which a key is read again, because Plaid may have revoked it. */
const KNOWN_HOURS = 24
/** Minutes during which Plaid is not asked again about an unknown id. */
const UNKNOWN_MINUTES = 10

export type SigningKeys = {
  readonly isKnown: (keyId: string) => boolean
  /** Returns the key of an id; null if Plaid has none, or no look-up is left for the sender. */
  readonly find: (keyId: string, sender: string) => Promise<SigningKey | null>
  /** Remembers that Plaid sends from this address. */
  readonly prove: (sender: string) => void
}

type Io = { readonly outbound: Outbound; readonly now: () => Temporal.Instant }

/**
 * Creates a cache of the keys that sign webhooks, by id. Each key is read once a day, with a limit of look-ups a
 * minute.
 */
export function createSigningKeys(access: PlaidAccess, runtime: Io): SigningKeys {
  const { now } = runtime
  const known = new Map<string, { readonly key: SigningKey; readonly until: Temporal.Instant }>()
  const unknown = new Map<string, Temporal.Instant>()
  const proven = new Map<string, true>()
  const asking = new Map<string, Promise<SigningKey | null>>()
  const lookups = createMinuteBudget(now)
  const isOver = (until: Temporal.Instant) => Temporal.Instant.compare(until, now()) <= 0

  const keyOf = (keyId: string) => {
    const kept = known.get(keyId)
    return kept && !isOver(kept.until) ? kept.key : null
  }
  const mayAsk = (sender: string) =>
    proven.has(sender)
      ? lookups.take('proven', LOOKUPS_OF_PROVEN)
      : lookups.take(`stranger ${sender}`, LOOKUPS_PER_STRANGER) &&
        lookups.take('strangers', LOOKUPS_OF_STRANGERS)
  const ask = async (keyId: string) => {
    try {
      const key = await readSigningKey(access, runtime, keyId)
      keep(known, [keyId, { key, until: now().add({ hours: KNOWN_HOURS }) }], KNOWN_MAX)
      return key
    } catch (error) {
      // Plaid said that there is no such key; other failures say nothing about it.
      if (error instanceof ProviderFailure && error.kind === 'nonsense') {
        keep(unknown, [keyId, now().add({ minutes: UNKNOWN_MINUTES })], UNKNOWN_MAX)
      } else if (!(error instanceof ProviderFailure || error instanceof OutboundFailure))
        throw error
      return null
    }
  }
  return {
    isKnown: (keyId) => keyOf(keyId) !== null,
    find: async (keyId, sender) => {
      const before = keyOf(keyId)
      if (before !== null) return before
      const refused = unknown.get(keyId)
      if (refused && !isOver(refused)) return null
      const running = asking.get(keyId)
      if (running) return running
      if (!mayAsk(sender)) return null
      const asked = ask(keyId).finally(() => asking.delete(keyId))
      asking.set(keyId, asked)
      return asked
    },
    prove: (sender) => keep(proven, [sender, true], PROVEN_MAX),
  }
}

/** Adds an entry, and drops the oldest entry when the map is full. */
function keep<T>(map: Map<string, T>, [name, value]: [string, T], most: number): void {
  map.delete(name)
  if (map.size >= most) map.delete(map.keys().next().value!)
  map.set(name, value)
}
