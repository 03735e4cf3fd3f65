import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countLineEnds, noLineEnds } from './count-line-ends.ts'

const cases: readonly [text: string, ends: number][] = [
  ['', 0],
  ['a', 0],
  ['a\nb\n', 2],
  ['a\r\nb\r\n', 2],
  ['a\rb\rc', 2],
  ['a\r\r\nb', 1],
  ['a\r\r\n\r\r\nb', 2],
  ['a\n\nb\r\n\r\nc', 4],
  ['\n', 1],
  ['a\r\rb\n', 3],
  ['a\r\n\rb', 2],
]

test('line ends are counted alike in every notation and for every cut between pieces', () => {
  for (const [text, ends] of cases) {
    for (let cut = 0; cut <= text.length; cut += 1) {
      for (let other = cut; other <= text.length; other += 1) {
        const pieces = [text.slice(0, cut), text.slice(cut, other), text.slice(other)]
        const { count } = pieces.reduce(countLineEnds, noLineEnds)
        assert.equal(count, ends, JSON.stringify(pieces))
      }
    }
  }
})
