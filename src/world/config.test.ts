import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownOrigins, readConfig } from './config.ts'

test('an instance knows where it answers', () => {
  const origins = (env: Record<string, string>) => ownOrigins(readConfig(env))
  assert.deepEqual(origins({}), ['http://127.0.0.1:3000'])
  assert.deepEqual(origins({ HOST: '::', PORT: '80' }), ['http://[::]:80'])
  assert.deepEqual(origins({ PUBLIC_URL: 'https://budget.example.com/', HOST: '0.0.0.0' }), [
    'https://budget.example.com',
    'http://0.0.0.0:3000',
  ])
  assert.deepEqual(origins({ HOST: 'not a host' }), [])
})
