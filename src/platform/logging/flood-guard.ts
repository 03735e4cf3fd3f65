/** Lines a minute that one address may cause, of each event: enough for `fail2ban` to count. */
const OF_ADDRESS = 10
/** Lines a minute of each event from all addresses, and of events of security. */
const OF_ALL = 60
const OF_SECURITY = 300
const MINUTE = 60_000
/** The most addresses that are counted in a minute; further ones share what is left for all. */
const ADDRESSES_MAX = 5000

type Sum = { count: number; readonly addresses: Set<string> }

/**
 * Bounds the lines that strangers cause, so that a flood does not fill the disk: above its share, what an address causes is
 * counted, and one line a minute says how often each event was left out. `now`: the runtime's clock.
 */
export function createFloodGuard(
  now: () => Temporal.Instant,
  put: (event: string, facts: Readonly<Record<string, unknown>>) => void,
): { readonly mayPass: (event: string, address: string) => boolean } {
  let began = 0
  let timer: AbortSignal | null = null
  const written = new Map<string, number>()
  const sums = new Map<string, Sum>()
  const report = () => {
    timer = null
    for (const [event, { count, addresses }] of sums) {
      put('log.summed', { of: event, count, addresses: addresses.size })
    }
    sums.clear()
    written.clear()
  }
  const take = (key: string, most: number) => {
    const count = (written.get(key) ?? 0) + 1
    if (count > most) return false
    if (count > 1 || written.size < ADDRESSES_MAX) written.set(key, count)
    return true
  }
  const sum = (event: string, address: string) => {
    const one = sums.get(event) ?? { count: 0, addresses: new Set() }
    one.count += 1
    if (one.addresses.size < ADDRESSES_MAX) one.addresses.add(address)
    sums.set(event, one)
    // A flood that ends is reported too, and does not keep the process alive.
    if (timer) return
    const own = AbortSignal.timeout(MINUTE)
    timer = own
    own.addEventListener('abort', () => timer === own && report())
  }
  return {
    mayPass: (event, address) => {
      const minute = Math.floor(now().epochMilliseconds / MINUTE)
      if (minute !== began) {
        report()
        began = minute
      }
      const most = event.startsWith('security.') ? OF_SECURITY : OF_ALL
      const passes = take(`${event} ${address}`, OF_ADDRESS) && take(event, most)
      if (!passes) sum(event, address)
      return passes
    },
  }
}
