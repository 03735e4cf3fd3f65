import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Due } from './fetch-due.ts'
import {
  addFetched,
  createQueue,
  discardFetched,
  isStale,
  type Queue,
  REFILLED,
  wantedOf,
} from './queue.ts'

const lease = { household_id: 'h', webhook_id: 'w', owner: 'o' }
const queue = () => createQueue({ ...lease, unreachable_count: 0 }, 60_000)

/** Asks what to fetch while as many slots are free as the queue may have. */
function wanted(one: Queue, now: number, refilled: number = REFILLED.urgent) {
  return wantedOf(one, { now, refilled, room: one.concurrency - one.sending })
}

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
    sealed_url: null,
    secret: null,
    headers: null,
  }
}

function fetched(one: ReturnType<typeof queue>, now: number, ...ids: string[]): void {
  const found = ids.map(due)
  const asked = { ...wanted(one, now)!, most: ids.length }
  addFetched(one, { wanted: asked, found, sendable: found, now })
}

test('a delivery under way is never fetched again, even if one is queued late before it', () => {
  const one = queue()
  one.busy.add('under way')
  assert.deepEqual(wanted(one, 0)!.busy, ['under way'])
  fetched(one, 0, 'late', 'later')
  assert.notEqual(one.cursor, null)
  one.waiting = []
  assert.deepEqual(wanted(one, 0)!.busy, ['under way'])
  // The next fetch starts at the first again, and leaves out what was started since.
  one.busy.add('late')
  discardFetched(one)
  assert.deepEqual(wanted(one, 0)!.busy, ['under way', 'late'])
})

test('a fetched delivery becomes stale even if more is fetched', () => {
  const one = queue()
  fetched(one, 0, 'a', 'b')
  assert.equal(isStale(one, 100), false)
  assert.equal(isStale(one, 101), true)
  // A hundred attempts at once make it fetch ahead while these two wait.
  one.started = 100
  fetched(one, 90, 'c')
  assert.equal(isStale(one, 101), true)
  one.waiting.splice(0, 2)
  assert.equal(isStale(one, 190), false)
})

test('the first fetch is for a burst, and a queue that is half full comes along with others', () => {
  const one = queue()
  assert.equal(wanted(one, 1000)!.most, 32)
  fetched(one, 1000, ...Array.from({ length: 128 }, (_, n) => `e${n}`))
  one.started = 200
  one.waiting = one.waiting.slice(0, 90)
  // 200 in 100 ms are 120 in 60: 90 of them still wait.
  assert.equal(wanted(one, 1100), null)
  assert.equal(wanted(one, 1100, REFILLED.along)!.most, 30)
})

test('nothing is fetched at first for a queue that no slot is free for', () => {
  const one = queue()
  assert.equal(wantedOf(one, { now: 1000, refilled: REFILLED.urgent, room: 0 }), null)
})

test('a held queue to which nobody adds is looked at less often, until something is found', () => {
  const one = queue()
  const rests: number[] = []
  for (const ids of [[], [], [], [], ['a'], []]) {
    one.drained = false
    one.waiting = []
    fetched(one, 1000, ...ids)
    rests.push(one.restingTurns)
  }
  assert.deepEqual(rests, [1, 3, 7, 7, 0, 1])
})
