import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Box,
  count,
  dropBefore,
  listsFor,
  type Place,
  placeOf,
  positionAt,
  putBefore,
  stepFrom,
} from './order.ts'

const parts = [
  { group: 'home', ids: ['rent', 'power'] },
  { group: 'fun', ids: [] },
  { group: null, ids: ['trip'] },
]
const at = (group: string | null, before: string | null): Place => ({ group, before })

/** The places that a thing comes by when the same key is pressed again and again. */
function walk(id: string, kind: 'expense' | 'group', step: 1 | -1): Place[] {
  const lists = listsFor({ kind, id }, parts)
  const places: Place[] = []
  for (let place = placeOf(id, lists); place; place = stepFrom(place, { id, lists, step })) {
    places.push(place)
  }
  return places
}

test('keys lead an Expense through every place of every group, and back', () => {
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

test('groups change places with each other; what is without a group stays behind them', () => {
  assert.deepEqual(walk('home', 'group', 1), [at(null, 'fun'), at(null, null)])
  assert.deepEqual(walk('fun', 'group', -1), [at(null, null), at(null, 'home')])
})

test('a place is counted among what stands there, the thing itself included', () => {
  const told = (id: string, place: Place) => count(place, { id, lists: parts })
  assert.deepEqual(told('rent', at('home', 'power')), { at: 1, of: 2 })
  assert.deepEqual(told('rent', at('home', null)), { at: 2, of: 2 })
  assert.deepEqual(told('trip', at('home', null)), { at: 3, of: 3 })
  assert.deepEqual(told('trip', at('fun', null)), { at: 1, of: 1 })
})

test('a neighbour gives way where it is touched, what stands in another group from its middle on', () => {
  const rows = (...sides: Box['side'][]): Box[] =>
    sides.map((side, row) => ({ id: `${row}`, top: row * 10, bottom: row * 10 + 10, side }))
  // The thing itself lies between the second and the third.
  const own = rows('above', 'above', 'below', 'below')
  assert.deepEqual(
    [1, 9, 11, 19, 20.5, 29, 31, 39].map((y) => dropBefore(y, own)),
    ['0', '0', '1', '1', '3', '3', null, null],
  )
  const others = rows('apart', 'apart')
  assert.deepEqual(
    [-5, 4, 6, 14, 16, 90].map((y) => dropBefore(y, others)),
    ['0', '0', '1', '1', null, null],
  )
})

test('what is put before another takes its place, and what nobody follows comes last', () => {
  const all = ['a', 'x', 'b', 'c']
  const put = (one: string, before: string | null) =>
    putBefore(all, one, (other) => other === before)
  assert.deepEqual(put('c', 'a'), ['c', 'a', 'x', 'b'])
  assert.deepEqual(put('a', null), ['x', 'b', 'c', 'a'])
  assert.deepEqual(put('a', 'x'), all)
})

test('the last of a group comes right behind its last one, so that nothing else moves', () => {
  const all = ['rent', 'trip', 'power', 'bike', 'gym']
  const lists = [
    { group: 'home', ids: ['rent', 'power'] },
    { group: 'fun', ids: [] },
    { group: null, ids: ['trip', 'bike', 'gym'] },
  ]
  const told = (id: string, place: Place) => positionAt(place, { id, all, lists })
  assert.deepEqual(told('gym', at('home', null)), { group_id: 'home', before_id: 'bike' })
  assert.deepEqual(told('bike', at('home', null)), { group_id: 'home', before_id: 'gym' })
  assert.deepEqual(told('rent', at('home', null)), { group_id: 'home', before_id: 'bike' })
  assert.deepEqual(told('rent', at('fun', null)), { group_id: 'fun', before_id: null })
  assert.deepEqual(told('gym', at('home', 'rent')), { group_id: 'home', before_id: 'rent' })
})
