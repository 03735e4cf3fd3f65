import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnerDead, newLeaseOwner } from './lease-owner.ts'

const host = { name: 'here', pid: 7, isAlive: (pid: number) => pid === 8 }

test('an owner names its host, its process and its lease', () => {
  assert.equal(newLeaseOwner({ host, newId: () => 'id' }), 'here/7/id')
})

test('an owner whose process runs is alive', () => {
  assert.equal(isOwnerDead('here/8/id', host), false)
})

test('an owner whose process has ended is dead', () => {
  assert.equal(isOwnerDead('here/9/id', host), true)
})

test('an owner with our own process id is an earlier process, and dead', () => {
  assert.equal(isOwnerDead('here/7/id', host), true)
})

test('an owner on another host is never taken for dead', () => {
  assert.equal(isOwnerDead('there/9/id', host), false)
  assert.equal(isOwnerDead('here-too/9/id', host), false)
})
