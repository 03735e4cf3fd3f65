import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redactHeaders, redactJson, redactQuery } from './redact.ts'

test('secrets are recognised by name and by form, even in truncated text', () => {
  assert.equal(redactJson('{"a":1,"api_key": "abc'), '{"a":1,"api_key": "[redacted]"')
  assert.equal(
    redactJson('{"password":"a\\"b","b":"em_live_abc"}'),
    '{"password":"[redacted]","b":"em_live_[redacted]"}',
  )
  assert.equal(
    redactJson('{"concept":"Coffee","amount":-450}'),
    '{"concept":"Coffee","amount":-450}',
  )
  assert.equal(redactQuery('limit=1&access_token=x'), 'limit=1&access_token=[redacted]')
  assert.deepEqual(
    redactHeaders({ cookie: 'a', accept: '*/*', referer: 'https://a:b@c.example/' }),
    {
      cookie: '[redacted]',
      accept: '*/*',
      referer: 'https://[redacted]@c.example/',
    },
  )
})
