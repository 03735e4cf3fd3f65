import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Due } from './fetch-due.ts'
import { empty, fill, isStale, openLane, wantedOf } from './queue.ts'

const lane = () => openLane({ household_id: 'h', webhook_id: 'w', owner: 'o' }, 60_000)

function due(event_id: string): Due {
  return {
    household_id: 'h',
    webhook_id: 'w',
    event_id,
    kind: 'transaction',
    body: '{}',
    epoch: 0,
    run: 1,
    attempts: 0,
    faults: 0,
    due_at: '2026-01-05 12:00:00+00',
    obstacle: null,
    url: null,
    secret: null,
    headers: null,
    silent: null,
  }
}

function fetched(one: ReturnType<typeof lane>, now: number, ...ids: string[]): void {
  const found = ids.map(due)
  fill(one, { wanted: wantedOf(one, now)!, found, sendable: found, now })
}

test('what is under way is never fetched again, also when something was queued late before it', () => {
  const one = lane()
  one.busy.add('under way')
  assert.deepEqual(wantedOf(one, 0)!.busy, ['under way'])
  fetched(one, 0, 'late', 'later')
  assert.notEqual(one.cursor, null)
  one.waiting = []
  assert.deepEqual(wantedOf(one, 0)!.busy, ['under way'])
  // From the first again: what was begun since counts, too.
  one.busy.add('late')
  empty(one)
  assert.deepEqual(wantedOf(one, 0)!.busy, ['under way', 'late'])
})

test('what was fetched goes stale by itself: fetching more does not make it fresh', () => {
  const one = lane()
  fetched(one, 0, 'a', 'b')
  assert.equal(isStale(one, 100), false)
  assert.equal(isStale(one, 101), true)
  // A hundred are sent in a moment, so more is fetched ahead while these wait.
  one.begun = 100
  fetched(one, 90, 'c')
  assert.equal(isStale(one, 101), true)
  one.waiting.splice(0, 2)
  assert.equal(isStale(one, 190), false)
})
