import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#/platform/runtime/config.ts'
import { warningsOf } from './warnings.ts'

const eventsOf = (env: Record<string, string>) =>
  warningsOf(readConfig(env)).map(({ event }) => event)

test('a public https address without a trusted proxy is a warning', () => {
  const PUBLIC_URL = 'https://budget.example'
  assert.deepEqual(eventsOf({ PUBLIC_URL }), ['no_trusted_proxies'])
  assert.deepEqual(eventsOf({ PUBLIC_URL, EARMARK_TRUSTED_PROXIES: '127.0.0.1' }), [])
  assert.deepEqual(eventsOf({ PUBLIC_URL: 'http://nas.local:3000' }), [])
  assert.deepEqual(eventsOf({}), [])
})

test('opened private destinations are a warning', () => {
  assert.deepEqual(eventsOf({ EARMARK_ALLOW_CIDRS: '10.0.0.0/8' }), [
    'private_destinations_allowed',
  ])
})
