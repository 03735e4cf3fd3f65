import { until } from '../support/other-processes.ts'
import type { Member } from './fleet.ts'
import type { Home } from './load.ts'

/** Milliseconds between attempts; a slow one does not hold up the next. */
const PACE = 50

/** Seconds from now until each process is ready, each API stores a write, and the event of one arrives. */
export async function measureReturn(
  fleet: readonly Member[],
  home: Home,
  arrivals: ReadonlyMap<string, number>,
): Promise<Record<string, number>> {
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 10) / 100
  const measured = fleet.flatMap((member) => {
    const ready = once(member, () => isReady(member)).then(() => [
      [`${member.name} is ready`, seconds()] as const,
    ])
    if (member.role === 'worker') return [ready]
    const written = once(member, () => write(member, home)).then(async (id) => {
      const stored = [`${member.name} writes`, seconds()] as const
      await until('its event arrives', () => arrivals.has(`evt_transaction_${id}`))
      return [stored, [`the event of ${member.name} arrives`, seconds()] as const]
    })
    return [ready, written]
  })
  return Object.fromEntries((await Promise.all(measured)).flat())
}

/** Tries again and again, each time without waiting for the attempt before. */
function once<T>(member: Member, attempt: () => Promise<T | null>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const begun = performance.now()
  const timer = setInterval(() => {
    if (performance.now() - begun > 60_000) {
      clearInterval(timer)
      return reject(new Error(`${member.name} did not come back: ${member.logged().slice(-3000)}`))
    }
    void attempt().then((result) => {
      if (result === null) return
      clearInterval(timer)
      resolve(result)
    })
    return undefined
  }, PACE)
  return promise
}

async function isReady(member: Member): Promise<true | null> {
  try {
    const { status } = await fetch(`${member.origin()}/readyz`)
    return status === 200 ? true : null
  } catch {
    return null
  }
}

/** Stores a payment, and returns its id. */
async function write(member: Member, home: Home): Promise<string | null> {
  try {
    const response = await fetch(`${member.origin()}/v1/transactions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${home.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        account_id: home.account,
        amount: -1,
        concept: 'After the promotion',
        booked_at: '2026-01-27',
      }),
    })
    const { id } = (await response.json()) as { readonly id: string }
    return response.status === 200 ? id : null
  } catch {
    return null
  }
}
