import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import { StatementFault } from '#/sources/statements/fault.ts'
import { createMarkup, type Token } from './markup.ts'

const PIECE = 4096

function read(text: string, piece = PIECE): { tokens: Token[]; fault: string | null } {
  const tokens: Token[] = []
  const markup = createMarkup((token) => tokens.push(token))
  try {
    for (let at = 0; at < text.length; at += piece) markup.push(text.slice(at, at + piece))
    markup.end()
    return { tokens, fault: null }
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    return { tokens, fault: error.reason.name }
  }
}

/** Milliseconds of processor time. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const SIZE = 2 * 1024 * 1024
/** Linear time needs at most a fifth of this; quadratic time took ten seconds. */
const MS_MAX = 3000

const hostile = {
  'tags that never end': { unit: '<a', fault: 'text_endless' },
  'signs that begin no tag': { unit: '<1', fault: 'text_endless' },
  'declarations that never end': { unit: '<!', fault: 'tag_endless' },
  'a comment that never ends': { unit: '<!-- ', fault: 'tag_endless' },
  'tags cut short before one that is whole': { unit: `${'<a'.repeat(40_000)}<b>`, fault: null },
  'signs before a whole tag': { unit: `${'<1'.repeat(40_000)}<b>`, fault: null },
  'text without tags': { unit: 'a', fault: 'text_endless' },
  'tags of one letter': { unit: '<a>', fault: null },
  'ends without a beginning': { unit: '>', fault: 'text_endless' },
}

for (const [name, { unit, fault }] of Object.entries(hostile)) {
  test(`two megabytes of ${name} are read in linear time`, () => {
    const text = unit.repeat(Math.ceil(SIZE / unit.length))
    let found: string | null = null
    const taken = timeOf(() => {
      found = read(text).fault
    })
    assert.equal(found, fault)
    assert.ok(taken < MS_MAX, `${taken} ms`)
  })
}

test('tokens do not depend on the pieces in which a file arrives', () => {
  const text = '<A>x < y <b c="1">1 <2 > 3<a<b>t</b><!-- <q> --><![CDATA[<z>]]>&lt;\n<!x><c/>z <'
  const whole = read(text)
  assert.equal(whole.fault, null)
  for (let piece = 1; piece < 20; piece += 1) assert.deepEqual(read(text, piece), whole)
})
