import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'

function logged(facts: Record<string, unknown>): string {
  let line = ''
  createLog(
    () => Temporal.Instant.from('2026-01-05T12:00:00Z'),
    (text) => {
      line = text
    },
  )('info', 'tested', facts)
  return line
}

test('a line is one JSON object with its time, level, event and facts', () => {
  assert.deepEqual(JSON.parse(logged({ request_id: 'req_1' })), {
    time: '2026-01-05T12:00:00.000Z',
    level: 'info',
    event: 'tested',
    request_id: 'req_1',
  })
})

test('no secret reaches a log line', () => {
  const canary = 'cAnArY0123456789'
  const line = logged({
    secret: canary,
    setup_token: canary,
    nested: { authorization: `Bearer ${canary}` },
    url: `https://user:${canary}@bank.example/x`,
    text: `Bearer ${canary}`,
    key: `em_live_${canary}`,
    hook: `whsec_${canary}`,
    error: new Error(`failed for https://a:${canary}@bank.example`, {
      cause: new Error(`em_live_${canary}`),
    }),
    list: [`em_live_${canary}`, `em_wallet_${canary}`, `access-production-${canary}`],
    authenticator: new Error(`otpauth://totp/Earmark:ada?secret=${canary}&issuer=Earmark`),
  })
  assert.doesNotMatch(line, new RegExp(canary))
})
