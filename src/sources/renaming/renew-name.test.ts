import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewName } from './renew-name.ts'

const bank = 'COMPRA TARJ. 4176XXXXXXXX4821 EN MERCADONA, VALENCIA'

test('a name of ours loses the words that the present rule leaves out', () => {
  const named = { concept: 'En Mercadona, Valencia', original: bank, isOurs: true }
  assert.deepEqual(renewName(named), {
    concept: 'Mercadona',
    original: bank,
    merchant: 'mercadona',
  })
})

test('a name that stays keeps what is stored as the bank’s text, also if both are the same', () => {
  const written = { concept: 'TPV 0031 MERCADILLO', original: 'TPV 0031 MERCADILLO', isOurs: false }
  const { concept, original } = renewName(written)
  assert.deepEqual([concept, original], ['TPV 0031 MERCADILLO', 'TPV 0031 MERCADILLO'])
  assert.equal(renewName({ concept: 'Edeka', original: null, isOurs: true }).original, null)
})

test('a name of ours that is stored alone is kept as the bank’s text when it changes', () => {
  const named = { concept: 'Platba Kartou Albert 441 Praha', original: null, isOurs: true }
  const { concept, original } = renewName(named)
  assert.deepEqual([concept, original], ['Albert', 'Platba Kartou Albert 441 Praha'])
})
