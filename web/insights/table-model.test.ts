import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from './table-model.ts'

test('a table is written as CSV that a spreadsheet reads without computing anything', () => {
  const text = toCsv(
    {
      currency: 'EUR',
      columns: [
        { label: 'Name', kind: 'text' },
        { label: 'Spent', kind: 'money' },
        { label: 'Count', kind: 'count' },
        { label: 'Since', kind: 'day' },
      ],
      rows: [
        { key: 'a', cells: ['Tea, "loose"', -5, 2, '2026-01-02'] },
        { key: 'b', cells: ['=HYPERLINK("x")', 123_456, 0, null] },
        { key: 'c', cells: ['Yen', 1_200, 1, null], currency: 'JPY' },
        { key: 'd', cells: ['-1+1', null, 1, null] },
      ],
    },
    'Currency',
  )
  assert.deepEqual(text.split('\r\n'), [
    'Name,Spent,Count,Since,Currency',
    '"Tea, ""loose""",-0.05,2,2026-01-02,EUR',
    `"'=HYPERLINK(""x"")",1234.56,0,,EUR`,
    'Yen,1200,1,,JPY',
    "'-1+1,,1,,EUR",
    '',
  ])
})
