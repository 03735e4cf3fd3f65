import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { may, rights } from './rights.ts'

test('the rights in docs/people.md equal those in the code', () => {
  const text = readFileSync('docs/people.md', 'utf8')
  const written = [...text.matchAll(/^\| `(\w+)`: .* \| (yes|no) \| (yes|no) \|$/gm)].map((row) =>
    row.slice(1).join(' '),
  )
  const expected = Object.keys(rights).map((name) => {
    const right = name as keyof typeof rights
    const answers = (['owner', 'member'] as const).map((role) => (may(role, right) ? 'yes' : 'no'))
    return [name, ...answers].join(' ')
  })
  assert.deepEqual(new Set(written), new Set(expected))
})
