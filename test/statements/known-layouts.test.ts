import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '#/core/values/fold.ts'
import { findKnownLayout } from '#/sources/statements/csv/find-known-layout.ts'
import { knownLayouts } from '#/sources/statements/csv/known-layouts.ts'

test('a known layout is found by its own names, in any order and beside others', () => {
  for (const layout of knownLayouts) {
    const { date, amount = '', debit = '', credit = '' } = layout
    const names = [...new Set([...layout.header, date, amount, debit, credit].map(fold))]
    const found = findKnownLayout(['Extra', ...names.filter((name) => name !== '').toReversed()])
    assert.equal(found?.layout.name, layout.name)
  }
})

test('the names of a known layout are folded, because headers are', () => {
  for (const { name, header } of knownLayouts) assert.deepEqual(header.map(fold), header, name)
})

test('a known layout has names enough that another bank does not have all of them', () => {
  for (const { name, header } of knownLayouts) assert.ok(new Set(header).size >= 4, name)
})
