import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { guardCell, unguardCell } from './formula-guard.ts'

const dangerous = [
  '=1+1',
  '+49 170',
  '-5',
  '@SUM(A1)',
  '\rx',
  '\nx',
  ' =1',
  "'=1",
  "''-2",
  '＝1',
  '＠x',
]
const harmless = ['', 'Café', "O'Brien", "'quoted'", 'a=b', ' plain', '3-2', 'a;b', 'a\nb']

/** Beginnings of cells within a text, for programs that divide at semicolons, tabs or lines. */
const within = [
  ['a;=1', "a;'=1"],
  ['a; -1', "a;' -1"],
  ['a\n@b\r\n+c', "a\n'@b\r\n'+c"],
  ['\t=1', "'\t'=1"],
  ["a;'=1;b", "a;''=1;b"],
] as const

test('a cell that a spreadsheet would compute gets one apostrophe, any other none', () => {
  for (const text of dangerous) assert.equal(guardCell(text), `'${text}`, JSON.stringify(text))
  for (const text of harmless) assert.equal(guardCell(text), text)
})

test('a formula behind a semicolon, tab or line end gets an apostrophe too', () => {
  for (const [text, guarded] of within) assert.equal(guardCell(text), guarded)
})

test('a guarded cell reads back as the text that it was', () => {
  const chance = givenChance(1)
  const signs = ["'", "'", ';', '\t', '\n', '\r', ' ', '\u00a0', '=', '-', '＋', 'a', '💶'] as const
  const random = Array.from({ length: 20_000 }, () => {
    return Array.from({ length: 1 + chance.below(8) }, () => chance.pick(signs)).join('')
  })
  const all = [...dangerous, ...harmless, ...within.map(([text]) => text), ...random]
  for (const text of all) {
    const cell = guardCell(text)
    assert.doesNotMatch(cell, /(?:^|[;\t\r\n])[^\S\t\r\n]*[=+\-@＝＋－＠]/u)
    assert.equal(unguardCell(cell), text, JSON.stringify(text))
    assert.equal(unguardCell(guardCell(cell)), cell, JSON.stringify(text))
  }
})
