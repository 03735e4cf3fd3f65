import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeMoment } from './moment.ts'

test('a moment is written as Temporal writes it, to the millisecond', () => {
  const texts = [
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2026-01-05T12:00:00.120Z',
    '9999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
    '-000001-03-01T00:00:00.000Z',
  ]
  for (const text of texts) {
    const moment = Temporal.Instant.from(text)
    assert.equal(writeMoment(moment.epochMilliseconds), text)
    assert.equal(text, moment.toString({ smallestUnit: 'millisecond' }))
  }
})
