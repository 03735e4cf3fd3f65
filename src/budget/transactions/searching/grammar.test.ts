import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch, type Term } from './grammar.ts'

const term = (typed: string): Term => {
  const { terms, faults } = readSearch(typed)
  assert.deepEqual(faults, [], typed)
  assert.equal(terms.length, 1, typed)
  return terms[0]!
}
const days = (typed: string) => {
  const read = term(typed)
  assert.equal(read.by, 'days')
  return read.by === 'days' ? [read.from, read.to] : []
}

test('words are conditions of their own, and quotes keep words together', () => {
  assert.deepEqual(readSearch('  blue kettle "tram stop" "'), {
    terms: [
      { by: 'word', text: 'blue', not: false },
      { by: 'word', text: 'kettle', not: false },
      { by: 'phrase', text: 'tram stop', not: false },
    ],
    faults: [],
  })
})

test('amounts are compared, given exactly or as a range', () => {
  const amounts = [
    ['>50', [{ is: '>', value: '50' }]],
    ['> 50', [{ is: '>', value: '50' }]],
    ['<=1.234,56', [{ is: '<=', value: '1234.56' }]],
    ['=€20', [{ is: '=', value: '20' }]],
    ['amount:>9,5', [{ is: '>', value: '9.5' }]],
    ['importe:30.57', [{ is: '=', value: '30.57' }]],
    [
      '20..30.50',
      [
        { is: '>=', value: '20' },
        { is: '<=', value: '30.50' },
      ],
    ],
  ] as const
  for (const [typed, bounds] of amounts) {
    assert.deepEqual(term(typed), { by: 'amount', bounds, not: false }, typed)
  }
})

test('days include a whole day, month or year, and before and after exclude it', () => {
  assert.deepEqual(days('before:2026-11-01'), [null, '2026-10-31'])
  assert.deepEqual(days('after:2026-11'), ['2026-12-01', null])
  assert.deepEqual(days('since:2024'), ['2024-01-01', null])
  assert.deepEqual(days('until:2024-02'), [null, '2024-02-29'])
  assert.deepEqual(days('on:2026'), ['2026-01-01', '2026-12-31'])
  assert.deepEqual(days('después:2026-11-01'), ['2026-11-02', null])
})

test('operators name category, account, set-aside, payee, note and state', () => {
  const operators = [
    ['in:groceries', { by: 'category', name: 'groceries' }],
    ['in:"eating out"', { by: 'category', name: 'eating out' }],
    ['from:Checking', { by: 'account', name: 'Checking' }],
    ['set-aside:rent', { by: 'expense', name: 'rent' }],
    ['Rücklage:Miete', { by: 'expense', name: 'Miete' }],
    ['payee:netflix', { by: 'payee', text: 'netflix' }],
    ['note:cake', { by: 'note', text: 'cake' }],
    ['#split', { by: 'state', state: 'split' }],
    ['is:pending', { by: 'state', state: 'pending' }],
    ['es:ingreso', { by: 'state', state: 'income' }],
  ] as const
  for (const [typed, read] of operators) {
    assert.deepEqual(term(typed), { ...read, not: false }, typed)
    assert.deepEqual(term(`-${typed}`), { ...read, not: true }, typed)
  }
})

test('a part that is still being typed is not a condition yet', () => {
  for (const typed of ['in:', '#', '#sp', 'is:pen', '>', 'before:2026-1', 'set-aside:""', '""']) {
    assert.deepEqual(readSearch(typed), { terms: [], faults: [] }, typed)
  }
})

test('an unknown operator, amount, day or state is named, never ignored', () => {
  const faults = [
    ['colour:red', 'operator'],
    ['-colour:red', 'operator'],
    ['>tea', 'amount'],
    ['<1.2.3', 'amount'],
    ['before:2026-02-30', 'day'],
    ['after:tuesday', 'day'],
    ['#purple', 'state'],
    ['is:late', 'state'],
  ] as const
  for (const [part, kind] of faults) {
    const { terms, faults: found } = readSearch(`tea ${part}`)
    assert.deepEqual(found, [{ part, kind }], part)
    assert.equal(terms.length, 1)
  }
})

test('addresses, times and quoted colons are words', () => {
  for (const [typed, by] of [
    ['https://shop.example', 'word'],
    ['12:30', 'word'],
    ['"Re: rent"', 'phrase'],
    ['-30.57', 'word'],
  ] as const) {
    assert.equal(term(typed).by, by, typed)
  }
})
