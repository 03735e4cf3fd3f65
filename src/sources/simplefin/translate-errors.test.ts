import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import {
  account,
  answer,
  ask,
  context,
  refs,
  row,
  seconds,
  translate,
} from '../../../test/support/simplefin-answer.ts'
import { translateCatalog } from './translate.ts'

test('only accounts that were asked for are read', () => {
  const errlist = [{ code: 'con.auth', msg: 'Sign in again', conn_id: 'CON-2' }]
  const accounts = [account(), account({ id: 'X', conn_id: 'CON-2', transactions: [row(), null] })]
  const result = translate(answer({ errlist, accounts }))
  assert.deepEqual([result.accounts.length, result.transactions.length], [1, 1])
  assert.deepEqual([result.dropped, result.issues], [[], []])
})

test('an account that was asked for and not listed is reported', () => {
  const result = translate(answer(), ask(refs(['CON-1', 'A1'], ['CON-1', 'GONE'])))
  assert.deepEqual(
    result.issues.map((issue) => [issue.scope, issue.kind, issue.account?.externalId]),
    [['account', 'incomplete', 'GONE']],
  )
})

test('an error that names a missing account replaces our own report of it', () => {
  const named = [{ code: 'act.failed', msg: 'Account not found', account_id: 'GONE' }]
  const explained = translate(
    answer({ errlist: named }),
    ask(refs(['CON-1', 'A1'], ['CON-1', 'GONE'])),
  )
  assert.deepEqual(
    explained.issues.map((issue) => [issue.message, issue.institutionId]),
    [['Account not found', 'CON-1']],
  )
  assert.equal(explained.coverage[0]?.complete, true)
})

test('one bank at fault leaves the others healthy, and its fresh rows still count', () => {
  const errlist = [{ code: 'con.auth', msg: 'Sign in <b>again</b>', conn_id: 'CON-2' }]
  const stale = { conn_id: 'CON-2', id: 'B1', 'balance-date': seconds('2026-03-10T09:00:00Z') }
  const accounts = [
    account(),
    account(stale),
    account({ ...stale, id: 'B2', 'balance-date': seconds('2026-03-19T09:00:00Z') }),
  ]
  const result = translate(
    answer({ errlist, accounts }),
    ask(refs(['CON-1', 'A1'], ['CON-2', 'B1'], ['CON-2', 'B2'])),
  )
  assert.deepEqual(
    result.issues.map((issue) => [issue.scope, issue.kind, issue.institutionId, issue.message]),
    [['institution', 'reauth', 'CON-2', 'Sign in again']],
  )
  assert.deepEqual(
    result.coverage.map((one) => one.complete),
    [true, false, true],
  )
  assert.deepEqual(
    result.coverage.map((one) => one.includesPending),
    [true, false, false],
  )
  assert.equal(result.transactions.length, 3)
})

test('an account with missing data keeps its watermark and imports the rows that came', () => {
  for (const code of ['act.failed', 'act.missingdata', 'act.something-new']) {
    const errlist = [{ code, message: 'Some days are missing', conn_id: 'CON-1', account_id: 'A1' }]
    const result = translate(
      answer({ errlist, accounts: [account(), account({ id: 'A2' })] }),
      ask(refs(['CON-1', 'A1'], ['CON-1', 'A2'])),
    )
    assert.deepEqual(
      result.coverage.map((one) => one.complete),
      [false, true],
    )
    assert.equal(result.transactions.length, 2)
    assert.equal(result.issues[0]?.kind, 'incomplete')
  }
})

test('a warning about the window is a notice, and a cap shortens the covered days', () => {
  const range = (msg: string) =>
    translate(answer({ errlist: [{ code: 'gen.api', msg }], errors: [msg] }))
  const recommended = range(
    'Requested date range exceeds recommended range of 45 days. In the future, this may be capped',
  )
  assert.deepEqual(
    recommended.issues.map((issue) => [issue.scope, issue.kind]),
    [['request', 'notice']],
  )
  assert.equal(recommended.coverage[0]?.from, '2026-03-01')
  const capped = range('Requested date range exceeds limit of 5 days and was capped')
  assert.equal(capped.issues.length, 1, 'the old list repeats the new one')
  assert.equal(capped.coverage[0]?.from, '2026-03-16')
})

test('a quota warning asks for a day of silence, in either version', () => {
  const msg = 'Please make fewer requests; data is only refreshed once every 24 hours.'
  for (const lists of [{ errlist: [{ code: 'gen.api', msg }] }, { errors: [msg] }]) {
    const [issue] = translate(answer(lists)).issues
    assert.deepEqual([issue?.kind, issue?.retryAfterSeconds], ['quota', 86_400])
  }
})

/** The kinds of the issues in an answer, or of the failure that it throws. */
function kindOf(sent: unknown): string {
  try {
    return translateCatalog(sent, [], context)
      .issues.map((issue) => issue.kind)
      .join()
  } catch (error) {
    assert.ok(error instanceof ProviderFailure)
    return error.kind
  }
}

test('a locked account fails the connection only when no accounts are listed', () => {
  const locked = [{ code: 'gen.auth', msg: 'Access was disabled' }]
  assert.equal(kindOf({ errlist: locked, accounts: [] }), 'reauth')
  assert.equal(kindOf(answer({ errlist: locked })), 'retry')
})

test('an answer without accounts fails with its error, if any', () => {
  assert.equal(kindOf({ errors: ['Payment required.'], accounts: [] }), 'payment')
  assert.equal(kindOf({ errors: [], accounts: [] }), '')
})

test('an answer without a list of accounts is nonsense', () => {
  for (const nonsense of [null, [], 'x', {}, { accounts: null }, { accounts: {} }]) {
    assert.equal(kindOf(nonsense), 'nonsense')
  }
})

test('version 1 names banks inside accounts and in its errors', () => {
  const org = (domain: string, name: string) => ({
    conn_id: undefined,
    org: { domain, name, 'sfin-url': 'https://s.example' },
  })
  const accounts = [
    account(org('river.example', 'River Bank')),
    account({ ...org('river.example', 'River Bank Cards'), id: 'A2' }),
    account({ ...org('hill.example', 'Hill'), id: 'A3' }),
  ]
  const errors = ['Connection to Hill may need attention', 'Uphill battle']
  const result = translateCatalog({ errors, accounts }, [], context)
  assert.deepEqual(
    result.accounts.map((one) => one.institution.id),
    ['river.example', 'river.example', 'hill.example'],
  )
  assert.deepEqual(
    result.issues.map((issue) => [issue.scope, issue.kind, issue.institutionId]),
    [
      ['institution', 'reauth', 'hill.example'],
      ['connection', 'retry', null],
    ],
  )
})

test('a server that switches to version 2 duplicates no account', () => {
  const stored = refs(['river.example', 'A1'], ['river.example', 'OTHER'])
  const errlist = [{ code: 'act.missingdata', msg: 'm', conn_id: 'CON-1', account_id: 'A1' }]
  const result = translate(answer({ errlist }), ask(stored.slice(0, 1)))
  assert.deepEqual(result.accounts[0]?.ref, stored[0])
  assert.equal(result.accounts[0]?.institution.id, 'river.example')
  assert.deepEqual(
    [result.transactions[0]?.account, result.coverage[0]?.account],
    [stored[0], stored[0]],
  )
  assert.equal(result.coverage[0]?.complete, false)
  assert.equal(result.issues[0]?.institutionId, 'river.example')
})

test('an account id at two banks is not matched with a stored account of version 1', () => {
  const stored = refs(['river.example', 'A1'], ['river.example', 'OTHER'])
  const twins = answer({ accounts: [account(), account({ conn_id: 'CON-2' })] })
  const unmatched = translateCatalog(twins, stored, context).accounts.map(
    (one) => one.ref.institutionId,
  )
  assert.deepEqual(unmatched, ['CON-1', 'CON-2'])
})

const samples = new URL('../../../../shared/samples/simplefin/', import.meta.url)

test(
  'recorded answers of version 1 are read whole',
  { skip: !existsSync(samples) && 'no ../shared/samples here' },
  () => {
    const sample = (name: string) =>
      JSON.parse(readFileSync(new URL(name, samples), 'utf8')) as unknown
    const partial = translateCatalog(sample('v1-partial-errors-8-accounts.json'), [], context)
    assert.equal(partial.accounts.length, 8)
    assert.equal(new Set(partial.accounts.map((one) => one.institution.id)).size, 4)
    assert.deepEqual(partial.dropped, [])
    assert.ok(
      partial.issues.length >= 2 && partial.issues.every((issue) => issue.scope === 'institution'),
    )
    assert.equal(partial.accounts.filter((one) => one.kind === 'investment').length, 2)
    assert.equal(partial.accounts.filter((one) => one.currency === 'EUR').length, 2)
    const small = translateCatalog(sample('v1-account-set-small.json'), [], context)
    assert.deepEqual(
      small.accounts.map((one) => [one.kind, one.subtype]),
      [['depository', 'savings']],
    )
    assert.throws(() => translateCatalog(sample('v1-402-payment-required.json'), [], context), {
      kind: 'payment',
    })
  },
)
