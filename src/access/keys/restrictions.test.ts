import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { resourceOfTag, resources } from '#/platform/contract/resources.ts'
import { appRoutes } from '#/app/http/app-api.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { neededGrants } from '../../../test/support/needed-grants.ts'
import {
  explainMissing,
  grantsOf,
  mayCall,
  missingGrants,
  readGrants,
  scopesFor,
  writeGrants,
} from './restrictions.ts'

const operations = publicContracts.flatMap((contract) =>
  Object.entries(contract as Readonly<Record<string, Endpoint>>),
)
const read = { tag: 'Accounts', scope: 'data.read' } as const
const write = { tag: 'Accounts', scope: 'data.write' } as const

test('each operation of the public API has its place among the permissions', () => {
  assert.deepEqual(
    Object.fromEntries(operations.map(([name, one]) => [name, grantsOf(one)?.join(' ')])),
    neededGrants,
  )
})

test('each operation of the application has a tag with a place among the resources', () => {
  const unplaced = appRoutes.map(([{ tag }]) => tag).filter((tag) => !(tag in resourceOfTag))
  assert.deepEqual([...new Set(unplaced)], [])
})

test('an operation of the application that shows or makes transactions needs their permission', () => {
  const needs = (of: string) => {
    const found = appRoutes.find(([{ method, path }]) => `${method} ${path}` === of)
    assert.ok(found, of)
    return grantsOf(found[0])?.join(' ') ?? null
  }
  assert.equal(needs('GET /match-suggestions'), 'transactions:read')
  assert.equal(needs('POST /match-suggestions/{id}/accept'), 'transactions:write')
  assert.equal(needs('GET /accounts/{id}/reconciliation'), 'accounts:read transactions:read')
  assert.equal(needs('POST /accounts/{id}/value'), 'accounts:write transactions:write')
  assert.equal(needs('GET /free-to-spend/changes'), 'analytics:read transactions:read')
  for (const closed of [
    'POST /imports',
    'GET /home',
    'GET /keys',
    'GET /proposals',
    'GET /audit',
  ]) {
    assert.equal(needs(closed), null, closed)
  }
})

test('every resource is needed by some operation of the public API', () => {
  const used = new Set(Object.values(neededGrants).join(' ').replaceAll(/:\w+/g, '').split(' '))
  assert.deepEqual([...used].filter((one) => one !== '').toSorted(), [...resources].toSorted())
})

test('permission to write includes reading, and permission to read does not include writing', () => {
  assert.ok(mayCall({ accounts: 'write' }, read) && mayCall({ accounts: 'write' }, write))
  assert.ok(mayCall({ accounts: 'read' }, read) && !mayCall({ accounts: 'read' }, write))
  assert.ok(!mayCall({ transactions: 'write' }, read) && !mayCall({}, read))
  assert.ok(mayCall(null, write))
})

test('a restricted key may not call an endpoint whose tag is unknown or closed to it', () => {
  const everything = Object.fromEntries(resources.map((one) => [one, 'write']))
  for (const tag of ['Something new', 'Home', 'Keys', 'toString']) {
    assert.equal(missingGrants(everything, { ...read, tag }), null)
    assert.ok(mayCall(null, { ...read, tag }))
  }
  assert.ok(mayCall({}, { ...read, tag: 'Identity' }))
})

test('a refusal names each missing permission, and none that the key has', () => {
  const both = { ...write, grants: ['webhooks:write', 'transactions:read'] } as const
  assert.deepEqual(missingGrants({ transactions: 'write' }, both), ['webhooks:write'])
  assert.match(explainMissing(missingGrants({}, both)), /`webhooks:write` and `transactions:read`/)
  assert.match(explainMissing(null), /no restricted key/)
})

test('stored permissions are read back, and unknown ones allow nothing', () => {
  const restrictions = { transactions: 'write', accounts: 'read' } as const
  assert.deepEqual(writeGrants(restrictions), ['accounts:read', 'transactions:write'])
  assert.deepEqual(readGrants(writeGrants(restrictions)), restrictions)
  assert.deepEqual(readGrants(['loans:write', 'accounts:admin', 'accounts', '']), {})
  assert.deepEqual(readGrants(['accounts:write', 'accounts:read']), { accounts: 'write' })
})

test('a key gets the scope for writing only if a permission needs it', () => {
  assert.deepEqual(scopesFor({ accounts: 'read' }), ['data.read'])
  assert.deepEqual(scopesFor({ accounts: 'read', sync: 'write' }), ['data.read', 'data.write'])
})
