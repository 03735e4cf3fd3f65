import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CapName, caps } from '#/platform/contract/caps.ts'
import { type Code, codes, commonCodes } from '#/platform/contract/codes.ts'
import type { Detail } from '#/platform/contract/detail.ts'
import type { FileReason } from '#/platform/contract/file-reason.ts'
import { read } from '#/platform/contract/issue.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { appRoutes } from '#/app/http/app-api.ts'
import { sessionRoutes } from '#/app/http/session-routes.ts'
import { renderError } from '#/app/http/wire/respond.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { connectionStatus } from '#/sources/banks/connections/contract.ts'
import { failures, obstacles } from '#/webhooks/contract.ts'
import { faultText, reportedText } from '#web/accounts/fault.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { attemptText } from '#web/developers/outcome.ts'
import { english } from './en/english.ts'
import { failureText, fileFaultText } from './failure-text.ts'
import { spanish } from './es/spanish.ts'
import { languages as everyLanguage } from './language.ts'
import { sample } from '../../test/support/sample-detail.ts'

const languages = [english, spanish]
const spoken = await Promise.all(Object.values(everyLanguage).map(({ load }) => load()))

/** A sentence for people: no code, no name of a parameter. */
const SENTENCE = /^(?!.*(?:\p{L}_\p{L}|`|undefined|\[object))[\p{Lu}\d].*\.$/su

/** Codes that the request pipeline itself returns, before any endpoint runs. */
const ofPipeline: readonly Code[] = [
  'invalid_json',
  'session_required',
  'cross_site_request',
  'sudo_required',
  'owner_required',
  'household_required',
  'idempotency_key_reused',
  'idempotency_key_in_progress',
]

test('every error code has its own sentence in each language', () => {
  const declared = [...appRoutes, ...sessionRoutes].flatMap(([endpoint]) => endpoint.refusals ?? [])
  const known = Object.keys(codes) as Code[]
  const all = new Set<Code>([...known, ...commonCodes, ...ofPipeline, ...declared])
  assert.ok(all.has('last_owner') && all.has('too_many_attempts') && all.has('edit_conflict'))
  for (const code of [...all, 'unreachable', 'unreadable'] as const) {
    const message = code in codes ? codes[code as Code].message : code
    const texts = spoken.map((text) => failureText(new CallFailure(code, { message }), text))
    assert.deepEqual(
      texts,
      spoken.map(({ errors }) => errors.codes[code]),
    )
    assert.equal(new Set(texts).size, spoken.length, code)
    for (const text of texts) assert.match(text, SENTENCE, code)
  }
})

test('every detail of a refusal has its own sentence in each language', () => {
  for (const name of Object.keys(
    english.errors.details,
  ) as (keyof typeof english.errors.details)[]) {
    const detail = { ...sample, name } as unknown as Detail
    const texts = spoken.map((text) =>
      failureText(
        new CallFailure('invalid_parameter', { detail, message: '`a_b` is wrong.' }),
        text,
      ),
    )
    assert.equal(new Set(texts).size, spoken.length, name)
    for (const text of texts) assert.match(text, SENTENCE, name)
  }
})

test('every reason against a file has its own sentence in each language', () => {
  for (const name of Object.keys(english.files.reasons)) {
    const reason = { ...sample, name } as unknown as FileReason
    const texts = spoken.map((text) => fileFaultText({ reason, line: null }, text))
    assert.equal(new Set(texts).size, spoken.length, name)
    for (const text of texts) assert.match(text, SENTENCE, name)
  }
})

test('every outcome of a delivery has its own sentence in each language', () => {
  for (const { developers } of spoken) {
    const words = developers.webhooks
    const attempt = {
      at: '2026-01-01T00:00:00Z',
      duration_ms: 1,
      error: 'ECONNRESET',
      answer: null,
      counted: true,
    }
    const said = failures.map((failure) =>
      attemptText({ ...attempt, http_status: null, failure }, words),
    )
    const answered = [199, 301, 401, 404, 408, 410, 429, 500, 599, 600].map((http_status) =>
      attemptText({ ...attempt, http_status, failure: null }, words),
    )
    const stopped = obstacles.map((obstacle) => words.obstacles[obstacle])
    assert.equal(new Set([...said, ...stopped]).size, failures.length + obstacles.length)
    for (const text of [...said, ...answered, ...stopped]) assert.match(text ?? '', SENTENCE)
  }
})

test('every fault of a bank has its own sentence in each language, and codes are not quoted', () => {
  for (const text of spoken) {
    const broken = connectionStatus.options.filter((one) => one !== 'healthy' && one !== 'syncing')
    const said = broken.map((status) => faultText(status, text))
    assert.equal(new Set(said).size, broken.length)
    for (const sentence of [...said, faultText('from_the_future', text)]) {
      assert.match(sentence, SENTENCE)
    }
    assert.equal(reportedText('Plaid could not answer (ITEM_LOCKED).', text), '')
    assert.match(reportedText('Ask your bank.', text), /[“«„]Ask your bank\.[”»“]/)
  }
})

test('a validation detail is worded in each language, with its numbers', () => {
  const failure = (detail: Detail) => new CallFailure('invalid_parameter', { detail })
  const said = (detail: Detail) => languages.map((text) => failureText(failure(detail), text))
  assert.deepEqual(said({ name: 'password_length', min: 10 }), [
    'Use at least 10 characters.',
    'Usa al menos 10 caracteres.',
  ])
  assert.deepEqual(said({ name: 'day_outside', from: '1970-01-01', to: '2027-11-20' }), [
    'Choose a day from Jan 1, 1970 to Nov 20, 2027.',
    'Elige un día del 1 ene 1970 al 20 nov 2027.',
  ])
})

test('validation names the parameter and the detail', () => {
  const { body } = categoryRulesApp.createCategoryRule
  for (const [sent, param, name] of [
    [{}, 'text', 'required'],
    [{ text: '***' }, 'text', 'no_letters'],
    [{ text: 'x'.repeat(201) }, 'text', 'too_many_characters'],
    [{ text: 'x', match: 'regex' }, 'match', 'not_offered'],
    [{ text: 'x', min_amount: -1 }, 'min_amount', 'too_low'],
    [{ text: 'x', account_id: 'checking' }, 'account_id', 'malformed'],
    [{ text: 'x', pattern: 'y' }, 'pattern', 'unknown'],
  ] as const) {
    const { fault } = read(body, sent)
    assert.deepEqual([fault?.param, fault?.detail.name], [param, name])
  }
})

test('every cap has its own text in each language', () => {
  const said = (Object.keys(caps) as CapName[]).map((of) => {
    const { max, message } = caps[of]
    const detail: Detail = { name: 'limit_reached', of, max }
    return spoken.map((text) =>
      failureText(new CallFailure('limit_reached', { detail, message }), text),
    )
  })
  assert.ok(said.flat().every((text) => /^[\p{Lu}\d].*\.$/u.test(text)))
  assert.equal(new Set(said.flat()).size, spoken.length * said.length)
  assert.deepEqual(said[0]!.slice(0, 2), [
    'A household can have 2,000 set-asides. Archive one first.',
    'Un hogar puede tener 2000 apartados. Archiva uno antes.',
  ])
})

/** Words a reason in each language, alone and as the detail of a refusal. */
function wordReason(line: number | null, reason: FileReason): readonly string[] {
  const fault = new StatementFault(line, reason)
  const detail: Detail = { name: 'file_unreadable', line, reason }
  const refused = new CallFailure('invalid_parameter', { detail, message: fault.message })
  return languages.map((text) => {
    const words = fileFaultText(fault, text)
    assert.equal(failureText(refused, text), words)
    return words
  })
}

test('a file error is worded in each language, with its line and the pieces of the file', () => {
  const amount = '1.2.3'
  assert.deepEqual(wordReason(1204, { name: 'not_an_amount', amount }), [
    'Line 1,204: The amount “1.2.3” is not a number.',
    'Línea 1204: El importe «1.2.3» no es un número.',
  ])
  assert.deepEqual(wordReason(2, { name: 'not_an_amount', amount, column: 'Betrag' }), [
    'Line 2: The amount “1.2.3” in column “Betrag” is not a number.',
    'Línea 2: El importe «1.2.3» en la columna «Betrag» no es un número.',
  ])
  assert.deepEqual(
    wordReason(null, { name: 'account_missing', wanted: '7', accounts: ['1', '2'] }),
    ['The file has no account 7; it has 1, 2.', 'El archivo no tiene la cuenta 7; tiene 1, 2.'],
  )
})

test('a file that the service refuses has the text of the refusal', () => {
  assert.deepEqual(wordReason(null, { name: 'refused', code: 'account_closed' }), [
    english.errors.codes.account_closed,
    spanish.errors.codes.account_closed,
  ])
})

test('a file error that only a newer server knows has a plain sentence', () => {
  const unheard = { name: 'from_the_future' } as unknown as FileReason
  const { unknown, codes: known } = spanish.errors
  assert.equal(fileFaultText({ reason: unheard, line: 3 }, spanish), `Línea 3: ${unknown}`)
  const refused = { name: 'refused', code: 'from_the_future' } as unknown as FileReason
  assert.equal(fileFaultText({ reason: refused, line: null }, spanish), unknown)
  const detail: Detail = { name: 'file_unreadable', line: 3, reason: unheard }
  const failure = new CallFailure('invalid_parameter', { detail, message: 'Line 3: It is odd.' })
  assert.equal(failureText(failure, spanish), known.invalid_parameter)
})

test('a wait is written in its largest suitable unit', () => {
  const wait = (seconds: number) => {
    const failure = new CallFailure('too_many_attempts', { retryAfterSeconds: seconds })
    return languages.map((text) => failureText(failure, text).split('. ')[1])
  }
  assert.deepEqual(wait(40), ['Try again in 40 seconds.', 'Vuelve a intentarlo en 40 segundos.'])
  assert.deepEqual(wait(600), ['Try again in 10 minutes.', 'Vuelve a intentarlo en 10 minutos.'])
  assert.deepEqual(wait(7200), ['Try again in 2 hours.', 'Vuelve a intentarlo en 2 horas.'])
})

test('a code that only a newer server knows has a plain sentence', () => {
  const failure = new CallFailure('from_the_future' as Code, { message: '`a_b` is wrong.' })
  assert.equal(failureText(failure, spanish), spanish.errors.unknown)
})

test('the server’s sentence about a parameter is not shown', () => {
  const failure = new CallFailure('invalid_parameter', { message: '`a_b` is wrong.' })
  assert.equal(failureText(failure, english), english.errors.codes.invalid_parameter)
})

test('an unknown detail has the text of its code', () => {
  const detail = { name: 'from_the_future' } as unknown as Detail
  const known = new CallFailure('still_in_use', { detail })
  assert.equal(failureText(known, spanish), spanish.errors.codes.still_in_use)
})

test('only the application receives error details', () => {
  const refusal = invalidParameter('name', '`name` is required.', { name: 'required' })
  const envelope = { requestId: 'r', limits: null, upgradeUrl: '' }
  const render = (isApp: boolean) => {
    const { body } = renderError(refusal, { ...envelope, isApp })
    return Object.keys(JSON.parse(body).error)
  }
  assert.deepEqual(render(false), ['type', 'code', 'message', 'param', 'request_id'])
  assert.deepEqual(render(true), ['type', 'code', 'message', 'param', 'detail', 'request_id'])
  const plain = renderError(new Refusal('last_owner'), { ...envelope, isApp: true })
  assert.ok(!plain.body.includes('detail'))
})
