import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfAddress } from './read-address.ts'
import { mayBeElsewhere, serversOf, standbyError } from './servers.ts'

/** The servers that an address leads to, by moving on until the first comes again. */
function urlsOf(address: string): string[] {
  const servers = serversOf(address)
  return Array.from({ length: servers.count }, () => {
    const url = servers.current()
    servers.moveOn(url)
    return url
  })
}

test('an address with several hosts leads to each of them in turn', () => {
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

test('only a failure of the present server leads to the next one', () => {
  const servers = serversOf('postgres://one,two/moving')
  servers.moveOn('postgres://two/moving')
  assert.equal(servers.current(), 'postgres://one/moving')
  servers.lose('postgres://one/moving')
  servers.lose('postgres://one/moving')
  assert.deepEqual([servers.current(), servers.generation()], ['postgres://two/moving', 1])
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
