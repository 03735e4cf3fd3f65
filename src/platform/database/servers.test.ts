import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfAddress } from './read-address.ts'
import { mayBeElsewhere, serversOf, standbyError } from './servers.ts'

const urlsOf = (address: string) => serversOf(address).urls

test('an address with several hosts names each of them', () => {
  assert.deepEqual(urlsOf('postgres://a:p%40s@one:5432,[::1]:5433,three/db?sslmode=require'), [
    'postgres://a:p%40s@one:5432/db?sslmode=require',
    'postgres://a:p%40s@[::1]:5433/db?sslmode=require',
    'postgres://a:p%40s@three/db?sslmode=require',
  ])
  assert.deepEqual(urlsOf('postgres://a@one/db?host=/run/pg'), ['postgres://a@one/db?host=/run/pg'])
})

test('of several servers the primary is wanted, unless the address says otherwise', () => {
  const wants = (address: string) => serversOf(address).needsPrimary
  assert.equal(wants('postgres://one,two/db'), true)
  assert.equal(wants('postgres://one,two/db?target_session_attrs=any'), false)
  assert.equal(wants('postgres://one/db'), false)
  assert.equal(wants('postgres://one/db?target_session_attrs=read-write'), true)
  assert.deepEqual(urlsOf('postgres://one/db?target_session_attrs=primary'), ['postgres://one/db'])
})

test('only the present server can be lost', () => {
  const servers = serversOf('postgres://one,two/losing')
  servers.lose('postgres://two/losing')
  assert.deepEqual([servers.current(), servers.generation()], ['postgres://one/losing', 0])
  servers.lose('postgres://one/losing')
  servers.lose('postgres://one/losing')
  assert.deepEqual([servers.current(), servers.generation()], ['postgres://two/losing', 1])
})

test('those who listen hear of another server once, and not of the same', () => {
  const servers = serversOf('postgres://one,two/taking')
  let moves = 0
  const stop = servers.listen(() => (moves += 1))
  servers.take('postgres://one/taking')
  servers.take('postgres://two/taking')
  servers.take('postgres://two/taking')
  assert.deepEqual([servers.current(), moves], ['postgres://two/taking', 1])
  stop()
  servers.take('postgres://one/taking')
  assert.equal(moves, 1)
})

test('a standby or a server that is gone is left; one that is full or says no is not', () => {
  const failed = (code: string) => Object.assign(new Error('connect'), { code })
  for (const error of [standbyError(), failed('ECONNREFUSED'), failed('ENOTFOUND')]) {
    assert.equal(mayBeElsewhere(error), true, String(error))
  }
  for (const error of [new Error('timeout exceeded when trying to connect'), failed('EACCES')]) {
    assert.equal(mayBeElsewhere(error), false, String(error))
  }
})

test('an address that cannot work is refused with its fault', () => {
  for (const right of [
    'postgres://one,two:5433/db',
    'postgresql://a:b@one/db?target_session_attrs=any',
    'postgres:///db?host=/run/postgresql',
  ]) {
    assert.equal(faultOfAddress(right), null, right)
  }
  assert.match(faultOfAddress('mysql://one/db')!, /postgres:\/\//)
  assert.match(faultOfAddress('postgres://one,,two/db')!, /several servers/)
  assert.match(faultOfAddress('postgres://one:x,two/db')!, /several servers/)
  assert.match(
    faultOfAddress('postgres://one,two/db?target_session_attrs=standby')!,
    /read-write, primary or any/,
  )
})
