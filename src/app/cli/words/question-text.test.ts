import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenQuestion, ReadingInQuestion } from '#/sources/files/readings/compare-readings.ts'
import { questionText } from './question-text.ts'

const columns = {
  date: 0,
  amount: 2,
  debit: null,
  credit: null,
  direction: null,
  merchant: null,
  description: [1],
  currency: null,
  balance: null,
}

function row(line: number, amount: number, more: Partial<ReadingInQuestion['rows'][number]> = {}) {
  const parts = { booked_at: '2026-01-18', concept: 'Noodles', category: null } as const
  return { line, amount, status: 'booked', ...parts, ...more } as ReadingInQuestion['rows'][number]
}

function asked(
  kind: OpenQuestion['kind'],
  ...readings: readonly Pick<ReadingInQuestion, 'mapping' | 'rows'>[]
) {
  const sums = { in: 0, out: 0, skipped: 0, gaps: 0, closing: null }
  const question = { kind, readings: readings.map((reading) => ({ ...sums, ...reading })) }
  const header = ['Date', 'Description', 'Amount', 'Fee', 'State']
  return questionText('card.csv', { question, header, currency: 'USD' })
}

test('a question shows the first doubtful row in each reading, with the option that decides', () => {
  assert.equal(
    asked(
      'spending',
      { mapping: { columns, isInverted: true }, rows: [row(2, -6250)] },
      { mapping: { columns, isInverted: false }, rows: [row(2, 6250)] },
    ),
    'card.csv line 2: The file does not decide whether spending is written with or without a minus, so nothing is stored: ' +
      'with --spending plus this row is “2026-01-18 -62.50 Noodles”, with --spending minus “2026-01-18 62.50 Noodles”.',
  )
})

test('a question names only the columns in which the readings differ', () => {
  const said = asked(
    'columns',
    { mapping: { columns: { ...columns, fee: 3 } }, rows: [row(4, -5150)] },
    { mapping: { columns }, rows: [row(4, -5000)] },
  )
  assert.match(said, /with --columns fee=Fee this row is “2026-01-18 -51\.50 Noodles”,/)
  assert.match(said, /with --columns fee=none “2026-01-18 -50\.00 Noodles”\.$/)
})

test('a row that one reading leaves out is shown as left out', () => {
  const said = asked(
    'status',
    { mapping: { columns: { ...columns, status: 4 } }, rows: [] },
    { mapping: { columns }, rows: [row(7, -100)] },
  )
  assert.match(
    said,
    /card\.csv line 7: .*with --status State this row is “left out”, with --status none “/,
  )
})
