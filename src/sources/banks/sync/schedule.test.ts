import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextRun, type LastRun } from './schedule.ts'

const now = Temporal.Instant.from('2026-01-05T12:00:00Z')
/** The random bytes of the least and the most jitter: their number counts modulo half an hour, from 1. */
const [LEAST, MOST] = [new Uint8Array([0, 0]), new Uint8Array([1799 >> 8, 1799 & 255])]
const MINUTE = 60
const HOUR = 60 * MINUTE

/** Returns the seconds until the next run, with the least and the most jitter. */
function waits(ran: Partial<LastRun>): [number, number] | null {
  const [least, most] = [LEAST, MOST].map((chance) =>
    nextRun(now, {
      provider: 'provider_a',
      status: 'healthy',
      failures: 0,
      retryAfterSeconds: null,
      connectedAt: now.subtract({ hours: 1000 }),
      historyUnfinished: false,
      notifiedAt: null,
      ...ran,
      chance,
    }),
  )
  if (!least || !most) return null
  return [least, most].map((at) => at.since(now).total('seconds')) as [number, number]
}

test('SimpleFIN is asked every 12 hours, after failures in 15 minutes, 1, 4 and 12 hours', () => {
  const half = 30 * MINUTE
  assert.deepEqual(waits({}), [12 * HOUR + 1, 12 * HOUR + half])
  assert.deepEqual(
    [1, 2, 3, 4, 5, 50].map((failures) => waits({ failures })),
    [
      // Short waits have a jitter of half their length.
      [15 * MINUTE + 1, 15 * MINUTE + 7.5 * MINUTE],
      [HOUR + 1, HOUR + half],
      [4 * HOUR + 1, 4 * HOUR + half],
      [12 * HOUR + 1, 12 * HOUR + half],
      [12 * HOUR + 1, 12 * HOUR + half],
      [12 * HOUR + 1, 12 * HOUR + half],
    ],
  )
  assert.deepEqual(waits({ status: 'degraded' }), waits({}), 'one bank at fault changes nothing')
})

test('connections made together are spread evenly over every second of half an hour', () => {
  const moments = Array.from({ length: 30 * MINUTE }, (_, drawn) =>
    String(
      nextRun(now, {
        provider: 'provider_a',
        status: 'healthy',
        failures: 0,
        retryAfterSeconds: null,
        connectedAt: now,
        historyUnfinished: false,
        notifiedAt: null,
        chance: new Uint8Array([drawn >> 8, drawn & 255]),
      }),
    ),
  )
  assert.equal(new Set(moments).size, 30 * MINUTE)
})

test('a retry-after is never undercut, because jitter only adds', () => {
  assert.deepEqual(waits({ failures: 1, retryAfterSeconds: 5 * HOUR })![0], 5 * HOUR + 1)
  assert.deepEqual(waits({ failures: 1, retryAfterSeconds: 30 })![0], 15 * MINUTE + 1)
  assert.deepEqual(waits({ retryAfterSeconds: 24 * HOUR })![0], 24 * HOUR + 1)
})

test('a broken connection is not asked, except a Plaid login once a day', () => {
  for (const status of ['payment_required', 'revoked', 'disconnected'] as const) {
    for (const provider of ['provider_a', 'provider_b'] as const) {
      assert.equal(waits({ provider, status }), null)
    }
  }
  assert.equal(waits({ status: 'reauth_required' }), null)
  assert.deepEqual(waits({ provider: 'provider_b', status: 'reauth_required' })![0], 24 * HOUR + 1)
})

test('Plaid is asked every 12 hours with recent webhooks, else every 5, sooner after failures', () => {
  const plaid = (ran: Partial<LastRun> = {}) => waits({ provider: 'provider_b', ...ran })![0] - 1
  const notified = (hours: number) => plaid({ notifiedAt: now.subtract({ hours }) })
  assert.deepEqual(
    [plaid(), notified(1), notified(7 * 24 - 1), notified(7 * 24)],
    [5 * HOUR, 12 * HOUR, 12 * HOUR, 5 * HOUR],
  )
  assert.deepEqual(
    [1, 2, 3, 4, 5, 9].map((failures) => plaid({ failures })),
    [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 12 * HOUR],
  )
})

test('the history of a Plaid login is read after 30 seconds, 2 and 10 minutes, then hourly', () => {
  const after = (seconds: number) =>
    waits({
      provider: 'provider_b',
      historyUnfinished: true,
      connectedAt: now.subtract({ seconds }),
    })![0] - 1
  assert.deepEqual(
    [0, 29, 30, 100, 120, 599, 600, 3599, 3600, 100_000].map((age) => age + after(age)),
    [30, 30, 120, 120, 600, 600, 3600, 3600, 7200, 103_600],
  )
})
