import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '#/platform/contract/resources.ts'
import { changesOf, draftOf, levelsOf, newDraft, termsOf, withLevel } from './key-terms.ts'

test('every resource can be chosen', () => {
  assert.deepEqual(Object.keys(levelsOf).toSorted(), [...resources].toSorted())
})

test('the chosen rights become scopes, permissions and networks, and back', () => {
  assert.deepEqual(termsOf(newDraft), {
    scopes: ['data.read'],
    restrictions: null,
    allowed_from: null,
  })
  const restricted = { ...newDraft, access: 'restricted' as const }
  const draft = withLevel(withLevel(restricted, 'sync', 'write'), 'accounts', 'none')
  const terms = termsOf({ ...draft, from: ' 203.0.113.0/24\n\n2001:db8::/32, 192.0.2.1 ' })
  assert.deepEqual(terms, {
    scopes: ['data.read', 'data.write'],
    restrictions: { sync: 'write' },
    allowed_from: ['203.0.113.0/24', '2001:db8::/32', '192.0.2.1'],
  })
  const key = { ...terms, scopes: [...terms.scopes] } as unknown as Parameters<typeof draftOf>[0]
  assert.deepEqual(termsOf(draftOf(key)), terms)
})

const open = { ...newDraft, access: 'restricted' as const }

test('a form of a key sends no right that the person has not edited', () => {
  assert.deepEqual(changesOf(open, open), {})
  assert.deepEqual(changesOf(open, { ...open, from: '192.0.2.0/24' }), {
    allowed_from: ['192.0.2.0/24'],
  })
})

test('scopes and restrictions are sent together', () => {
  assert.deepEqual(changesOf(open, withLevel(open, 'transactions', 'read')), {
    scopes: ['data.read'],
    restrictions: { accounts: 'read', transactions: 'read' },
  })
  assert.deepEqual(changesOf(open, { ...open, access: 'write' }), {
    scopes: ['data.read', 'data.write'],
    restrictions: null,
  })
})
