import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#/platform/contract/refusal.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { forSeedsInTurn } from '../../test/simulations/seeds.ts'
import { createTestRuntime } from '../../test/support/runtime.ts'
import {
  countAttempt,
  type Counter,
  countersFor,
  resetAttempts,
  refundAttempt,
} from './attempts.ts'

const { db } = await createTestDatabase()
const runtime = createTestRuntime(db)

const WINDOW = 15 * 60_000
type Window = { began: number; tries: number }

/** Models the counters as the specification means them: an attempt is counted by all of its counters, or by none. */
function createModel() {
  const windows = new Map<string, Window>()
  const windowOf = (subject: string, now: number): Window => {
    const found = windows.get(subject)
    const isOpen = found !== undefined && found.tries > 0 && now - found.began < WINDOW
    const window = isOpen ? found : { began: now, tries: 0 }
    windows.set(subject, window)
    return window
  }
  return {
    /** Returns null if the attempt was counted, else the seconds to wait. */
    count: (counters: readonly Counter[], now: number): number | null => {
      const all = counters.map(({ subject, max }) => ({ max, window: windowOf(subject, now) }))
      const over = all.filter(({ window, max }) => window.tries >= max)
      if (over.length === 0) for (const { window } of all) window.tries += 1
      const ends = Math.max(...over.map(({ window }) => window.began)) + WINDOW
      return over.length === 0 ? null : Math.ceil((ends - now) / 1000)
    },
    refund: ({ subject }: Counter) => {
      const window = windows.get(subject)
      if (window) window.tries = Math.max(0, window.tries - 1)
    },
    forget: ({ subject }: Counter) => {
      const window = windows.get(subject)
      if (window) window.tries = 0
    },
  }
}

const persons = ['one', 'two', null].map((name) => ({
  email: `${name ?? 'nobody'}@example.com`,
  personId: name,
}))
const known = { id: 'browser', persons: ['one'] }

test('attempt counters follow their model through any order of counts, refunds and sign-ins', async () => {
  await forSeedsInTurn(6, async (chance) => {
    await db.deleteFrom('sign_in_attempts').execute()
    const model = createModel()
    // Few addresses fill the counter of an address, many fill the counter of an account.
    const lines = chance.pick([1, 3, 30])
    for (let step = 0; step < 350; step += 1) {
      if (chance.below(100) === 0) runtime.advance({ seconds: 1 + chance.below(1000) })
      const address = `203.0.113.${chance.below(lines)}`
      const client = { address, agent: '', secure: true, cookies: 'host', host: '' } as const
      const isKnown = chance.below(10) === 0
      const tried = persons[chance.below(3)]!
      const counters = countersFor({ known: isKnown ? known : null, client }, tried)
      const now = runtime.now().epochMilliseconds
      const expected = model.count(counters, now)
      const given = await countAttempt(runtime, counters).then(
        () => null,
        (error: unknown) => {
          assert.ok(error instanceof Refusal)
          return error.retryAfterSeconds
        },
      )
      chance.note('try', { subject: counters[0]!.subject, expected })
      assert.equal(given, expected)
      if (given !== null) continue
      const then = chance.pick(['wrong', 'wrong', 'wrong', 'wrong', 'unseen', 'right'])
      if (then === 'unseen') {
        await refundAttempt(runtime, counters)
        counters.forEach(model.refund)
      }
      if (then === 'right' && isKnown) {
        await resetAttempts(runtime, counters)
        counters.forEach((one) => (one.max === 10 ? model.forget : model.refund)(one))
      }
    }
  })
})

test('of many simultaneous attempts the smallest counter admits its maximum, and no more count', async () => {
  await db.deleteFrom('sign_in_attempts').execute()
  const client = { address: '203.0.113.9', agent: '', secure: true, cookies: 'host', host: '' }
  const counters = countersFor({ known: null, client: { ...client, cookies: 'host' } }, persons[0]!)
  const tries = Array.from({ length: 60 }, () => countAttempt(runtime, counters))
  const settled = await Promise.allSettled(tries)
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 10)
  const rows = await db.selectFrom('sign_in_attempts').select('tries').execute()
  assert.deepEqual(
    rows.map((row) => row.tries),
    [10, 10, 10],
  )
})
