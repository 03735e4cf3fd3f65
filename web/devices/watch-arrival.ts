/** How often is asked, in milliseconds: a device may ask 60 times a minute, and pays meanwhile. */
const POLL_MS = 4000

export type Arrival = 'waiting' | 'arrived' | 'refused'

/** Asks with the device's own token if it has pushed a payment. Returns a function that stops it. */
export function watchArrival(token: string, onChange: (arrival: Arrival) => void): () => void {
  const stop = new AbortController()
  const look = async (): Promise<Arrival> => {
    const answer = await fetch('/ingest/wallet', {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    })
    if (answer.status === 401 || answer.status === 403) return 'refused'
    const body: unknown = answer.ok ? await answer.json() : null
    return hasAccounts(body) ? 'arrived' : 'waiting'
  }
  const run = async () => {
    const arrival = await look().catch(() => 'waiting' as const)
    if (stop.signal.aborted) return
    onChange(arrival)
    if (arrival === 'waiting') setTimeout(() => void run(), POLL_MS)
  }
  void run()
  return () => stop.abort()
}

function hasAccounts(body: unknown): boolean {
  return (
    body !== null &&
    typeof body === 'object' &&
    'accounts' in body &&
    Array.isArray(body.accounts) &&
    body.accounts.length > 0
  )
}
