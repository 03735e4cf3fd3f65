import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanDescriptor, conceptOf, merchantKey, sameMerchant } from './descriptor.ts'

test('a descriptor is reduced to its merchant', () => {
  for (const [raw, clean] of [
    ['SQ *CORNER BAKERY', 'Corner Bakery'],
    ['TST* GREEN FORK KITCHEN', 'Green Fork Kitchen'],
    ['PAYPAL *MUSICSHOP', 'Musicshop'],
    ['PP*BOOKHOUSE', 'Bookhouse'],
    ['POS DEBIT VISA CARD 1234 OAK HARDWARE', 'Oak Hardware'],
    ['CHECKCARD 0412 OAK HARDWARE', 'Oak Hardware'],
    ['PURCHASE AUTHORIZED ON 04/12 OAK HARDWARE', 'Oak Hardware'],
    ['SUNRISE COFFEE #1133 PORTLAND OR', 'Sunrise Coffee'],
    ['SUNRISE COFFEE STORE 01133 PORTLAND OR US', 'Sunrise Coffee'],
    ['SUNRISE COFFEE   PORTLAND OR', 'Sunrise Coffee'],
    ['STREAMFLIX 800-555-0147 CA', 'Streamflix'],
    ['CITY POWER PPD ID: 9000123456', 'City Power'],
    ['ACH DEBIT CITY POWER 00099812345', 'City Power'],
    ['MEGAMART*2K3LM91P3', 'Megamart'],
    ["JOE'S DINER", "Joe's Diner"],
    ['BANK OF THE RIVER', 'Bank of the River'],
    ['CVS', 'CVS'],
    ['Uncle Ferdinand’s Boats', 'Uncle Ferdinand’s Boats'],
    ['CAFÉ MÜLLER', 'Café Müller'],
    ['7-ELEVEN 33412', '7-Eleven'],
    ['ＦＵＬＬ ＷＩＤＴＨ', 'Full Width'],
  ] as const) {
    assert.equal(cleanDescriptor(raw), clean, raw)
  }
})

test('a concept is never empty, whatever the bank sent', () => {
  assert.equal(
    conceptOf({ merchant: 'Corner Bakery', description: 'SQ *X', memo: null }),
    'Corner Bakery',
  )
  assert.equal(conceptOf({ merchant: null, description: 'SQ *CORNER', memo: 'm' }), 'Corner')
  assert.equal(conceptOf({ merchant: ' ', description: '  ', memo: 'RENT MAY' }), 'Rent May')
  assert.equal(conceptOf({ merchant: null, description: '', memo: null }), 'Transaction')
  assert.equal(conceptOf({ merchant: null, description: '***', memo: '' }), '***')
  for (const raw of [
    '#1133',
    '1234567890',
    'POS',
    'ACH',
    'SQ *',
    'VISA CARD 1234',
    'US',
    '12/04',
    '...',
    '💶',
  ]) {
    assert.notEqual(conceptOf({ merchant: null, description: raw, memo: null }).trim(), '', raw)
  }
})

test('rows of one merchant share a key, those of two do not', () => {
  assert.equal(merchantKey('SUNRISE COFFEE #1133 PORTLAND OR'), merchantKey('Sunrise Coffee #20'))
  assert.equal(merchantKey('CAFÉ MÜLLER'), 'cafe muller')
  assert.equal(sameMerchant('SQ *CORNER BAKERY', 'Corner Bakery'), true)
  assert.equal(sameMerchant('CORNER BAKERY PORT', 'CORNER BAKERY'), true)
  assert.equal(sameMerchant('CORNER BAKERY', 'CORNER GARAGE'), false)
  assert.equal(sameMerchant('CITY POWER', 'OAK HARDWARE'), false)
  assert.equal(sameMerchant('123456', '654321'), false)
  assert.equal(sameMerchant('123456', '123456'), true)
})

test('a hostile descriptor costs no time', () => {
  const started = performance.now()
  for (const raw of [
    'A'.repeat(500),
    '1 '.repeat(250),
    'A1'.repeat(250),
    '*'.repeat(500),
    'pos '.repeat(125),
  ]) {
    assert.notEqual(cleanDescriptor(raw), '')
  }
  assert.ok(performance.now() - started < 1000)
})
