import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Columns } from '#/sources/statements/csv/columns.ts'
import type { Layout } from '#/sources/statements/csv/layout.ts'
import { kindOf } from './identify.ts'

const columns: Columns = {
  date: 0,
  amount: 1,
  debit: null,
  credit: null,
  direction: null,
  merchant: null,
  description: [2],
  currency: null,
  balance: null,
}

const kindWith = (chosen: Columns) => {
  const layout: Layout = {
    delimiter: ',',
    skipped: 1,
    header: ['Date', 'Amount', 'Text'],
    columns: chosen,
    dateOrder: 'ymd',
    decimal: '.',
    isInverted: false,
    debitSign: null,
  }
  return kindOf('csv', layout)
}

test('rows have the same names for any order of the keys of the columns', () => {
  const turned = Object.fromEntries(Object.entries(columns).toReversed()) as Columns
  assert.equal(kindWith(turned), kindWith(columns))
  assert.notEqual(kindWith({ ...columns, amount: 2, description: [1] }), kindWith(columns))
})

test('rows have the same names with and without a balance column', () => {
  assert.equal(kindWith({ ...columns, balance: 3 }), kindWith(columns))
})

test('rows have the same names with and without the columns that do not change their meaning', () => {
  const open = { payer: null, status: 4, category: 5, mcc: 6, fee: null, reference: null }
  assert.equal(kindWith({ ...columns, ...open }), kindWith(columns))
  assert.notEqual(kindWith({ ...columns, reference: 3 }), kindWith(columns))
})
