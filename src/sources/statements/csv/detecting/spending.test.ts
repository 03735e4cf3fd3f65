import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSpendingDetector } from './spending.ts'

type Row = readonly [amount: number, words: string]

const unproven = { checks: 0, hits: 0, opposed: 0, sign: null } as const
const proof = (sign: 1 | -1, opposed = 0) => ({ checks: 5, hits: 5, opposed, sign })

function decide(
  rows: readonly Row[],
  facts: {
    isCard?: boolean
    fit?: ReturnType<typeof proof>
    known?: 'plus' | 'minus'
    balance?: number
  } = {},
) {
  const { isCard = true, fit = unproven, known = null, balance = null } = facts
  const detector = createSpendingDetector()
  for (const [amount, words] of rows) detector.push(amount, balance, () => words)
  const { isInverted, isOpen } = detector.end({ isCard, fit, known })
  return `${isInverted ? 'plus' : 'minus'}${isOpen ? '?' : ''}`
}

const purchases: readonly Row[] = [
  [6250, 'SIMPLY NOODLES'],
  [1299, 'BOOK SHOP'],
  [4000, 'SHELL OIL'],
]
const turned = (rows: readonly Row[]) => rows.map(([amount, words]): Row => [0 - amount, words])
const thanks: Row = [-20_000, 'AUTOPAY PAYMENT - THANK YOU']

test('a card with positive purchases and negative payments of the bill is inverted unasked', () => {
  assert.equal(decide([...purchases, thanks]), 'plus')
})

test('a card with negative purchases is read as it is', () => {
  assert.equal(decide(turned([...purchases, thanks])), 'minus')
  assert.equal(decide(turned(purchases)), 'minus')
})

test('a card without any word for a payment is asked about if most amounts are positive', () => {
  assert.equal(decide(purchases), 'plus?')
  assert.equal(decide([...purchases, [-500, 'SIMPLY NOODLES']]), 'plus?')
})

test('a card whose words and signs contradict each other is asked about', () => {
  assert.equal(
    decide([...purchases, [20_000, 'PAYMENT - THANK YOU'], [-100, 'SHELL OIL']]),
    'minus?',
  )
})

test('a card with a row or two is asked about', () => {
  assert.equal(decide([[-6250, 'SIMPLY NOODLES']]), 'minus?')
  assert.equal(decide([[6250, 'SIMPLY NOODLES']]), 'plus?')
})

test('what is known of a bank decides where nothing is proved', () => {
  assert.equal(decide(purchases, { known: 'plus' }), 'plus')
  assert.equal(decide(purchases, { known: 'minus' }), 'minus')
})

test('balances decide the sign on an account, against the majority', () => {
  assert.equal(decide(purchases, { isCard: false, fit: proof(1) }), 'minus')
  assert.equal(decide(purchases, { isCard: false, fit: proof(-1) }), 'plus')
})

test('a card’s balances decide the sign, whether they state debt with or without a minus', () => {
  assert.equal(decide(purchases, { fit: proof(1), balance: 9000 }), 'plus')
  assert.equal(decide(turned(purchases), { fit: proof(1), balance: -9000 }), 'minus')
  assert.equal(decide(turned(purchases), { fit: proof(-1), balance: 9000 }), 'minus')
})

test('balances that contradict what is known of a bank are asked about', () => {
  assert.equal(decide(purchases, { fit: proof(1), balance: 9000, known: 'minus' }), 'plus?')
})

test('an account into which more payments come than go out is asked about', () => {
  assert.equal(decide(purchases, { isCard: false }), 'minus?')
  assert.equal(decide(turned(purchases), { isCard: false }), 'minus')
  const interest: Row[] = [
    [123, 'INTEREST PAID'],
    [50_000, 'TRANSFER FROM CHECKING'],
  ]
  assert.equal(decide(interest, { isCard: false }), 'minus')
})

test('negative pay on an account is asked about', () => {
  assert.equal(decide([...purchases, [-250_000, 'ACME LTD SALARY']], { isCard: false }), 'plus?')
})

test('balances that move against some rows leave the sign open', () => {
  for (const isCard of [true, false]) {
    assert.match(decide(purchases, { isCard, fit: proof(-1, 1), balance: 100 }), /[?]$/)
    assert.match(decide(purchases, { isCard, fit: proof(1, 1), balance: 100 }), /[?]$/)
  }
})
