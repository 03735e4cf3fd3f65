import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Box,
  count,
  dropBefore,
  listsFor,
  type Slot,
  slotOf,
  positionAt,
  putBefore,
  stepFrom,
} from './order.ts'

const parts = [
  { group: 'home', ids: ['rent', 'power'] },
  { group: 'fun', ids: [] },
  { group: null, ids: ['trip'] },
]
const at = (group: string | null, before: string | null): Slot => ({ group, before })

/** Collects the slots that a thing passes when the same key is pressed repeatedly. */
function walk(id: string, kind: 'expense' | 'group', step: 1 | -1): Slot[] {
  const lists = listsFor({ kind, id }, parts)
  const slots: Slot[] = []
  for (let slot = slotOf(id, lists); slot; slot = stepFrom(slot, { id, lists, step })) {
    slots.push(slot)
  }
  return slots
}

test('keys move an Expense through every slot of every group, and back', () => {
  const all = [
    at('home', 'power'),
    at('home', null),
    at('fun', null),
    at(null, 'trip'),
    at(null, null),
  ]
  assert.deepEqual(walk('rent', 'expense', 1), all)
  assert.deepEqual(walk('trip', 'expense', -1), [
    at(null, null),
    at('fun', null),
    at('home', null),
    at('home', 'power'),
    at('home', 'rent'),
  ])
})

test('groups swap with each other and stay before the Expenses without a group', () => {
  assert.deepEqual(walk('home', 'group', 1), [at(null, 'fun'), at(null, null)])
  assert.deepEqual(walk('fun', 'group', -1), [at(null, null), at(null, 'home')])
})

test('a slot is counted with the thing itself included', () => {
  const counted = (id: string, slot: Slot) => count(slot, { id, lists: parts })
  assert.deepEqual(counted('rent', at('home', 'power')), { at: 1, of: 2 })
  assert.deepEqual(counted('rent', at('home', null)), { at: 2, of: 2 })
  assert.deepEqual(counted('trip', at('home', null)), { at: 3, of: 3 })
  assert.deepEqual(counted('trip', at('fun', null)), { at: 1, of: 1 })
})

/** Builds rows of 10 pixels each, one below the other. */
const rows = (...sides: Box['side'][]): Box[] =>
  sides.map((side, row) => ({ id: `${row}`, top: row * 10, bottom: row * 10 + 10, side }))

test('a row of the same list moves aside as soon as it is touched', () => {
  // The dragged thing lies between the second and the third.
  const own = rows('above', 'above', 'below', 'below')
  assert.deepEqual(
    [1, 9, 11, 19, 20.5, 29, 31, 39].map((y) => dropBefore(y, own)),
    ['0', '0', '1', '1', '3', '3', null, null],
  )
})

test('a row of another list moves aside from its middle on', () => {
  const others = rows('elsewhere', 'elsewhere')
  assert.deepEqual(
    [-5, 4, 6, 14, 16, 90].map((y) => dropBefore(y, others)),
    ['0', '0', '1', '1', null, null],
  )
})

test('an element is moved before another one, or to the end', () => {
  const all = ['a', 'x', 'b', 'c']
  const put = (one: string, before: string | null) =>
    putBefore(all, one, (other) => other === before)
  assert.deepEqual(put('c', 'a'), ['c', 'a', 'x', 'b'])
  assert.deepEqual(put('a', null), ['x', 'b', 'c', 'a'])
  assert.deepEqual(put('a', 'x'), all)
})

test('the last slot of a group is right after its last Expense, so nothing else moves', () => {
  const all = ['rent', 'trip', 'power', 'bike', 'gym']
  const lists = [
    { group: 'home', ids: ['rent', 'power'] },
    { group: 'fun', ids: [] },
    { group: null, ids: ['trip', 'bike', 'gym'] },
  ]
  const positioned = (id: string, slot: Slot) => positionAt(slot, { id, all, lists })
  assert.deepEqual(positioned('gym', at('home', null)), { group_id: 'home', before_id: 'bike' })
  assert.deepEqual(positioned('bike', at('home', null)), { group_id: 'home', before_id: 'gym' })
  assert.deepEqual(positioned('rent', at('home', null)), { group_id: 'home', before_id: 'bike' })
  assert.deepEqual(positioned('rent', at('fun', null)), { group_id: 'fun', before_id: null })
  assert.deepEqual(positioned('gym', at('home', 'rent')), { group_id: 'home', before_id: 'rent' })
})
