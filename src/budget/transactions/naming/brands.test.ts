import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBeginnings } from './beginnings.ts'
import { findBrand } from './brands.ts'

test('a brand is found by its name, however machines write it', () => {
  for (const [words, name, kind] of [
    ['MCDONALDS', 'McDonald’s', 'fast_food'],
    ['MC DONALD S 441', 'McDonald’s', 'fast_food'],
    ['MEDIA MARKT', 'MediaMarkt', 'electronics'],
    ['Aldi Sued', 'Aldi Süd', 'supermarket'],
    ['FOETEX', 'Føtex', 'supermarket'],
    ['ZABKA', 'Żabka', 'convenience'],
    ['H&M', 'H&M', 'clothes'],
    ['H+M', 'H&M', 'clothes'],
    ['E.ON Energie', 'E.ON', 'energy'],
    ['T-Mobile', 'T-Mobile', 'telecom'],
    ['Netflix.com', 'Netflix', 'streaming'],
    ['Tesco Stores', 'Tesco', 'supermarket'],
    ['Geico', 'Geico', 'insurance'],
    ['Starbucks', 'Starbucks', 'cafe'],
    ['Ryanair', 'Ryanair', 'airline'],
    ['Finanzamt Ulm', 'Finanzamt', 'tax'],
  ] as const) {
    assert.deepEqual(findBrand(words), { name: name.replace('’', "'"), kind }, words)
  }
})

test('a word of daily life is a brand only where nothing else is said', () => {
  for (const words of [
    'Shell',
    'Target',
    'Next',
    'Action',
    'Real',
    'Spar',
    'Orange',
    'Free',
    'Plus',
  ]) {
    assert.notEqual(findBrand(words), null, words)
    assert.notEqual(findBrand(`${words} 4412`), null, words)
  }
  for (const words of [
    'Shell Beach Hotel',
    'Target Date Fund',
    'Next Door Bakery',
    'Action contre la faim',
    'Real Estate Krause',
    'Spar Kasse',
    'Orange County Water',
    'Free Church of Leeds',
    'Plus Size Atelier',
    'Apple Tree Farm',
    'Boulanger Dupont',
    'Casa Mango',
    'Lime Street Garage',
    'Coach Miller',
    'Salt Lake Dental',
  ]) {
    assert.equal(findBrand(words), null, words)
  }
})

test('people are not taken for the brands that have their names', () => {
  for (const name of [
    'Max Müller',
    'Müller Hans',
    'Albert Novak',
    'Otto Braun',
    'Penny Lane',
    'Norma Reyes',
    'Veronika Svobodová',
    'Konrad Hoffmann',
    'Martin Douglas',
    'Lisa Kiwi',
    'Claire Boulanger',
    'Peter Jordan',
    'Nicolas Petit',
    'Ted Baxter',
    'Theresa May',
  ]) {
    assert.equal(findBrand(name), null, name)
  }
})

test('shops of a kind are not a brand', () => {
  for (const name of [
    'Kiosk',
    'Apotheke',
    'Café',
    'Pharmacie',
    'Restaurante',
    'Hotel',
    'Taxi',
    'Miete',
    'Gehalt',
  ]) {
    assert.equal(findBrand(name), null, name)
  }
})

test('a text without words has no brand', () => {
  for (const text of ['', ' ', '***', '1234', '💶']) assert.equal(findBrand(text), null)
})

test('a word that begins like an added one is never missed, and few others are taken for one', () => {
  const beginnings = createBeginnings()
  const added = Array.from({ length: 6000 }, (_, n) => `${(n * 7919).toString(36)}shop`)
  for (const word of added) beginnings.add(word)
  for (const word of added) {
    for (let length = 1; length <= word.length; length += 1) {
      assert.ok(beginnings.mayHave(word.slice(0, length)), word.slice(0, length))
    }
    assert.ok(beginnings.mayHave(`${word} and more`))
  }
  const strange = Array.from({ length: 6000 }, (_, n) => `ÿ${(n * 104_729).toString(36)}`)
  const taken = strange.filter((word) => beginnings.mayHave(word)).length
  assert.ok(taken < 600, `${taken}`)
  assert.equal(beginnings.mayHave(''), false)
})
