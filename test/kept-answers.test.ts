import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepAnswers } from '#/app/http/wire/kept-answers.ts'
import { createApp } from '#/app/http/app.ts'
import { createAdmission } from '#/access/limits/admit.ts'

import { budget } from './support/given.ts'
import { ada, startProduct } from './support/product.ts'

// A read that is asked again before its household has changed is answered from memory, byte for byte.

const product = await startProduct({ limited: false })
const { runtime, db, takeStatements } = product
const admit = createAdmission(db, runtime.now, runtime)
const app = createApp({
  runtime,
  admit: async (claim) => ({ ...(await admit(claim)), exceeded: null }),
  answers: keepAnswers(),
  publicUrl: null,
  origin: 'http://earmark.test',
  isServing: () => true,
})

const { keys, accounts } = await product.household({ ...ada, ...budget })
const other = await product.household({ ...ada, ...budget })

async function ask(path: string, { key = keys['rw']!.api_key, ...init }: Asked = {}) {
  takeStatements()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const request = { headers: { ...headers, ...init.headers }, ...init.sent }
  const response = await app.request(`http://earmark.test/v1${path}`, request)
  return {
    status: response.status,
    tag: response.headers.get('etag'),
    left: Number(response.headers.get('x-ratelimit-remaining')),
    text: await response.text(),
    statements: takeStatements().length,
  }
}

type Asked = {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly sent?: { readonly method: string; readonly body: string }
}

const coffee = {
  account_id: accounts['checking'],
  amount: -450,
  concept: 'Coffee “Zoë”',
  booked_at: '2026-01-05',
}
const record = () =>
  ask('/transactions', { sent: { method: 'POST', body: JSON.stringify(coffee) } })

for (const path of [
  '/transactions?limit=50',
  '/transactions?search=coffee',
  '/transactions/summary',
  '/analytics/spending?group_by=category&from=2026-01-01',
]) {
  test(`GET ${path} is read twice, and then no more until its household changes`, async () => {
    assert.equal((await record()).status, 200)
    const first = await ask(path)
    const second = await ask(path)
    const third = await ask(path)
    assert.deepEqual([first.statements, second.statements, third.statements], [2, 2, 1])
    assert.deepEqual([third.status, third.text, third.tag], [200, first.text, first.tag])
    assert.equal(third.left, first.left - 2, 'it is counted as any request')
    const unchanged = await ask(path, { headers: { 'if-none-match': first.tag! } })
    assert.deepEqual([unchanged.status, unchanged.text], [304, ''])
    assert.equal((await record()).status, 200)
    const changed = await ask(path)
    assert.equal(changed.statements, 2)
    assert.notEqual(changed.text, first.text)
  })
}

test('one answer is kept for an address in any letters and order, each with a tag of its own', async () => {
  for (let times = 0; times < 2; times += 1) await ask('/transactions?limit=9&search=coffee')
  const plain = await ask('/transactions?limit=9&search=coffee')
  const other = await ask('/transactions?search=c%6Fffee&&limit=%39&')
  assert.deepEqual([other.statements, other.text], [1, plain.text])
  assert.notEqual(other.tag, plain.tag)
  const unchanged = await ask('/transactions?search=c%6Fffee&&limit=%39&', {
    headers: { 'if-none-match': other.tag! },
  })
  assert.equal(unchanged.status, 304)
  for (const path of ['/transactions?limit=9', '/transactions?limit=9&search=Coffee']) {
    assert.equal((await ask(path)).statements, 2, 'it means something else')
  }
})

test('nobody gets the answer of another household', async () => {
  const key = other.keys['rw']!.api_key
  const [own, theirs] = [
    { statements: 0, text: '' },
    { statements: 0, text: '' },
  ]
  for (let times = 0; times < 3; times += 1) {
    Object.assign(own, await ask('/transactions?limit=7'))
    Object.assign(theirs, await ask('/transactions?limit=7', { key }))
  }
  assert.deepEqual([own.statements, theirs.statements], [1, 1])
  assert.notEqual(theirs.text, own.text)
})

test('a fault is answered each time, and the next day is read again', async () => {
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await ask('/transactions?limit=x')).status, 400)
  }
  let today = await ask('/transactions/summary?page=2')
  while (today.statements > 1) today = await ask('/transactions/summary?page=2')
  runtime.advance({ hours: 24 })
  const tomorrow = await ask('/transactions/summary?page=2')
  assert.equal(tomorrow.statements, 2)
  assert.notEqual(tomorrow.tag, today.tag)
})

/** A store that asks for the same twice, as long as it takes to be kept. */
function givenStore(lettersMax: number, answerMax: number) {
  const answers = keepAnswers(lettersMax, answerMax)
  let at = 0
  const asked = (what: string, state = '1') => ({ what, state, at })
  return {
    pass: (milliseconds: number) => void (at += milliseconds),
    give: (what: string, body: string, state?: string) => {
      answers.keep(asked(what, state), body)
      answers.keep(asked(what, state), body)
    },
    giveOnce: (what: string, body: string) => answers.keep(asked(what), body),
    find: (what: string, state?: string) => answers.find(asked(what, state)),
  }
}

test('the answers that were asked for least lately are dropped, and long ones not kept', () => {
  const { find, give, giveOnce, pass } = givenStore(10, 4)
  give('a', 'aaaa')
  give('b', 'bbbb')
  give('long', 'longer')
  giveOnce('once', 'once')
  pass(10_000)
  assert.equal(find('a'), 'aaaa')
  give('c', 'cccc')
  assert.deepEqual(
    ['a', 'b', 'c', 'long', 'once'].map((what) => find(what)),
    ['aaaa', undefined, 'cccc', undefined, undefined],
  )
})

test('an answer of another state is not given, and gives way to the next at once', () => {
  const { find, give } = givenStore(4, 4)
  give('a', 'aaaa')
  assert.equal(find('a', '2'), undefined)
  give('a', 'AAAA', '2')
  assert.deepEqual([find('a', '1'), find('a', '2')], [undefined, 'AAAA'])
})

test('where more is asked for in turns than has room, what was kept first is found', () => {
  const { find, give, pass } = givenStore(40, 4)
  const wanted = Array.from({ length: 30 }, (_, n) => `${n}`)
  let found = 0
  for (let round = 0; round < 10; round += 1) {
    for (const what of wanted) {
      pass(10)
      if (find(what) === undefined) give(what, 'body')
      else found += 1
    }
  }
  assert.equal(found, 9 * 10)
  pass(10_000)
  for (const what of wanted.slice(20)) give(what, 'body')
  assert.equal(wanted.filter((what) => find(what) !== undefined).join(), wanted.slice(20).join())
})
