import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefund, keywordOf } from './keywords.ts'
import { incomeWords, refundWords } from '#/budget/categories/words/income.ts'
import { plainWords } from '#/budget/categories/words/plain-words.ts'
import { bankWords, spendingWords, weakSpendingWords } from '#/budget/categories/words/spending.ts'

const meaningOf = (text: string, isOut = true) => keywordOf(text, isOut)?.meaning

test('words say what a payment is for in twelve languages', () => {
  for (const [text, meaning] of [
    ['Corner Bakery', 'groceries'],
    ['SEPA-Lastschrift Bäckerei Huber', 'groceries'],
    ['PRLV LOYER JANVIER', 'rent'],
    ['Recibo comunidad de propietarios', 'housing'],
    ['Pagamento trattoria da Mario', 'restaurants'],
    ['Huurincasso De Key', 'rent'],
    ['Farmácia Central', 'pharmacy'],
    ['Tandlæge Holm', 'health'],
    ['Husleie', 'rent'],
    ['Försäkring', 'insurance'],
    ['Opłata za prowadzenie rachunku', 'fees'],
    ['Česká lékárna', 'pharmacy'],
  ] as const) {
    assert.equal(meaningOf(text), meaning, text)
  }
})

test('the longest phrase counts, and weak words give way to others', () => {
  assert.equal(meaningOf('Rent a car Malaga'), 'travel')
  assert.equal(meaningOf('Bar Restaurante Pepe'), 'restaurants')
  assert.equal(meaningOf('Bar Pepe'), 'bars')
  assert.equal(meaningOf('Service charges gym'), 'fitness')
})

test('compound words count by their ending', () => {
  assert.equal(meaningOf('Glockenapotheke'), 'pharmacy')
  assert.equal(meaningOf('Autoverzekering'), 'insurance')
  assert.equal(meaningOf('Mietze'), undefined)
})

test('the same word means another thing when money comes in', () => {
  assert.equal(meaningOf('Miete Wohnung 2'), 'rent')
  assert.equal(meaningOf('Miete Wohnung 2', false), 'income')
  assert.equal(meaningOf('Zinsen', false), 'interest')
  assert.equal(meaningOf('Supermarkt', false), undefined)
})

test('refunds are known by a word', () => {
  assert.equal(isRefund('AMZN REFUND 12'), true)
  assert.equal(isRefund('AMZN 12'), false)
})

test('every word is plain, and none is listed twice', () => {
  const spending = [bankWords, spendingWords, weakSpendingWords].flatMap(wordsOf)
  for (const listed of [spending, wordsOf(incomeWords), refundWords.split('|')]) {
    assert.deepEqual(
      listed.filter((word) => plainWords(word).join(' ') !== word),
      [],
    )
    const once = new Set<string>()
    assert.deepEqual(
      listed.filter((word) => once.has(word) || !once.add(word)),
      [],
    )
  }
})

function wordsOf(table: Readonly<Record<string, string>>): string[] {
  return Object.values(table).flatMap((listed) => listed.split('|'))
}
