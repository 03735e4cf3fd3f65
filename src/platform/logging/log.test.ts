import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Level } from './log-lines.ts'
import { createLog, type Facts, type LogOptions } from '#/platform/runtime/log.ts'
import { chooseStyle } from './log-lines.ts'

/** A log with a clock that the test moves. */
function given(options: LogOptions = {}) {
  let now = Temporal.Instant.from('2026-01-05T12:00:00Z')
  const lines: string[] = []
  const log = createLog(
    () => now,
    (line) => lines.push(line),
    options,
  )
  return { log, lines, advance: (seconds: number) => (now = now.add({ seconds })) }
}

function logged(facts: Facts, options: LogOptions = {}, level: Level = 'info'): string {
  const { log, lines } = given(options)
  log(level, 'tested', facts)
  return lines.join('')
}

test('a line is one JSON object with its time, level, event and facts', () => {
  assert.deepEqual(JSON.parse(logged({ request_id: 'req_1' })), {
    time: '2026-01-05T12:00:00.000Z',
    level: 'info',
    event: 'tested',
    request_id: 'req_1',
  })
})

test('a line of text has its time, level and event in columns, then its facts', () => {
  const facts = { url: 'http://localhost:3000', count: 3, name: 'two words', none: null, list: [1] }
  assert.equal(
    logged(facts, { style: 'text' }, 'warn'),
    '2026-01-05T12:00:00.000Z WARN  tested                   ' +
      'url=http://localhost:3000 count=3 name="two words" none=null list=[1]\n',
  )
  assert.equal(logged({}, { style: 'text' }), '2026-01-05T12:00:00.000Z INFO  tested\n')
})

test('an error’s stack is indented below its line of text, down to its cause', () => {
  const error = new Error('no\nway', { cause: new Error('deep') })
  const [head, ...stack] = logged({ error }, { style: 'text' }).trimEnd().split('\n')
  assert.match(head!, / error="Error: no\\nway"$/)
  assert.ok(stack.length > 3 && stack.every((line) => line.startsWith('    ')))
  assert.ok(stack.includes('    caused by Error: deep'))
})

test('colours are for terminals whose owner wants them', () => {
  const at = (isTerminal: boolean, env: Record<string, string> = {}) => ({ isTerminal, env })
  assert.equal(chooseStyle(null, at(true)), 'coloured')
  assert.equal(chooseStyle(null, at(true, { NO_COLOR: '1' })), 'text')
  assert.equal(chooseStyle(null, at(true, { NO_COLOR: '' })), 'coloured')
  assert.equal(chooseStyle(null, at(true, { TERM: 'dumb' })), 'text')
  assert.equal(chooseStyle(null, at(false)), 'json')
  assert.equal(chooseStyle('text', at(false)), 'text')
  assert.equal(chooseStyle('json', at(true)), 'json')
  const colour = new RegExp(`${ESCAPE}\\[\\d+m`)
  assert.match(logged({ a: 1 }, { style: 'coloured' }), colour)
  assert.doesNotMatch(logged({ a: 1 }, { style: 'text' }), colour)
})

test('lines below the least level are left out', () => {
  const { log, lines } = given({ least: 'warn' })
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log(level, 'tested')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { level: string }).level),
    ['warn', 'error'],
  )
})

const ESCAPE = String.fromCharCode(27)
const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]/
const INVISIBLE = /[\p{Cc}\u2028-\u202e]|\p{Cs}/u

/** Line ends of every reader, terminal control, reversed text, and half a character. */
const nasty = [
  '\n',
  '\r',
  '\u000b',
  '\u000c',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u001b[2J',
  '\u009b1m',
  '\u202e',
  '\u0000',
  '\ud800',
]

test('no text of a stranger begins a line, steers a terminal or reorders what is shown', () => {
  const line = '2026-01-05T12:00:00.000Z WARN  security.sign_in.refused address=1.2.3.4'
  for (const style of ['json', 'text'] as const) {
    for (const one of nasty) {
      const said = `${one}${line}`
      const error = new Error(said)
      const written = logged({ said, error, nested: { [said]: [said] } }, { style })
      const lines = written.split(LINE_ENDS).filter((text) => text !== '')
      const heads = lines.filter((text) => !text.startsWith('    '))
      assert.equal(heads.length, 1, JSON.stringify(one))
      assert.doesNotMatch(written.replaceAll('\n', ''), INVISIBLE)
      if (style === 'json') {
        const read = JSON.parse(written) as { said: string }
        assert.equal(read.said, said)
      }
    }
  }
})

test('a flood of strangers is summed, for each address and for all, once a minute', () => {
  const { log, lines, advance } = given()
  for (let index = 0; index < 1000; index += 1) log('info', 'request', { address: '203.0.113.7' })
  assert.equal(lines.length, 10)
  for (let index = 0; index < 1000; index += 1)
    log('info', 'request', { address: `10.0.${index >> 8}.${index & 255}` })
  assert.equal(lines.length, 60)
  log('info', 'request', { request_id: 'of a member' })
  assert.equal(lines.length, 61)
  // Events of security have a share of their own.
  log('warn', 'security.sign_in.refused', { address: '203.0.113.7' })
  assert.equal(lines.length, 62)
  advance(60)
  log('info', 'request', { address: '203.0.113.7' })
  const [summed, next] = lines.slice(62).map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    [summed!['event'], summed!['of'], summed!['count'], summed!['addresses']],
    ['log.summed', 'request', 1940, 951],
  )
  assert.equal(next!['address'], '203.0.113.7')
})

test('no secret reaches a log line', () => {
  const canary = 'cAnArY0123456789'
  for (const style of ['json', 'text', 'coloured'] as const) {
    const line = logged(
      {
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
      },
      { style },
    )
    assert.doesNotMatch(line, new RegExp(canary))
  }
})
