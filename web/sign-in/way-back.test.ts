import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWayBack, wayBackWith } from './way-back.ts'

const origin = 'https://earmark.example'

test('signing in leads only to addresses of this application', () => {
  for (const to of ['/', '/transactions?search=tea', '/plan/1#x', '/a//b', '/?to=//evil.example']) {
    assert.equal(readWayBack(to, origin), to)
  }
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example/x',
    'https://evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    'plan',
    '',
    7,
    undefined,
  ]
  for (const to of elsewhere) assert.equal(readWayBack(to, origin), null, String(to))
  assert.equal(readWayBack(`${origin}/plan`, origin), null)
})

test('only pages that mailed links open keep their fragment', () => {
  assert.equal(wayBackWith('/invite', '#k=secret'), '/invite#k=secret')
  assert.equal(wayBackWith('/settings/notices', '#k=secret'), '/settings/notices#k=secret')
  assert.equal(wayBackWith('/plan', '#k=secret'), '/plan')
  assert.equal(wayBackWith(undefined, '#k=secret'), undefined)
})
