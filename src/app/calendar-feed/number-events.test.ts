import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { numberEvents, type Shown } from './number-events.ts'

const at = (day: string) => Temporal.Instant.from(`${day}T12:00:00Z`)
const event = (series: string, day: string, said = day) => {
  return { series, day: toDay(day), digest: Buffer.from(said) }
}

/** Shows a feed's events one time after the other, as readers see them: `number.sequence` by series and day. */
function feed() {
  const rows = new Map<number, Shown>()
  return (day: string, ...events: readonly ReturnType<typeof event>[]) => {
    const numbered = numberEvents([...rows.values()], events, at(day))
    for (const row of numbered.changed) rows.set(row.number, row)
    return numbered.events.map(({ number, sequence }) => `${number}.${sequence}`)
  }
}

test('an unchanged event stays as it is, and a changed amount counts', () => {
  const show = feed()
  assert.deepEqual(show('2026-01-01', event('rent', '2026-02-01')), ['1.0'])
  assert.deepEqual(show('2026-01-02', event('rent', '2026-02-01')), ['1.0'])
  assert.deepEqual(show('2026-01-03', event('rent', '2026-02-01', 'dearer')), ['1.1'])
})

test('bills that all move by some days stay the same events', () => {
  const show = feed()
  show('2026-01-01', event('rent', '2026-02-01'), event('rent', '2026-03-01'))
  const moved = [event('rent', '2026-02-06'), event('rent', '2026-03-06')]
  assert.deepEqual(show('2026-01-02', ...moved), ['1.1', '2.1'])
  const back = [event('rent', '2026-01-28'), event('rent', '2026-02-28')]
  assert.deepEqual(show('2026-01-03', ...back), ['1.2', '2.2'])
})

test('an event of another bill, or one that is far away, is another event', () => {
  const show = feed()
  show('2026-01-01', event('rent', '2026-02-01'))
  assert.deepEqual(show('2026-01-02', event('power', '2026-02-01')), ['2.0'])
  assert.deepEqual(show('2026-01-03', event('rent', '2026-02-17')), ['3.0'])
})

test('a bill that is paid later, after it was shown no more, is the same event', () => {
  const show = feed()
  show('2026-02-01', event('rent', '2026-02-01'), event('rent', '2026-03-01'))
  assert.deepEqual(show('2026-02-02', event('rent', '2026-03-01')), ['2.0'])
  const paid = [event('rent', '2026-02-03', 'paid'), event('rent', '2026-03-01')]
  assert.deepEqual(show('2026-02-03', ...paid), ['1.1', '2.0'])
})

test('the next occurrence of a bill that goes on is a new event', () => {
  const show = feed()
  show('2026-02-01', event('gym', '2026-02-01'), event('gym', '2026-02-08'))
  const next = [event('gym', '2026-02-08'), event('gym', '2026-02-15')]
  assert.deepEqual(show('2026-02-02', ...next), ['2.0', '3.0'])
})

test('two payments of one bill on one day are two events', () => {
  const show = feed()
  const two = [event('rent', '2026-02-01', 'a'), event('rent', '2026-02-01', 'b')]
  assert.deepEqual(show('2026-02-01', ...two), ['1.0', '2.0'])
  assert.deepEqual(show('2026-02-02', ...two), ['1.0', '2.0'])
})
