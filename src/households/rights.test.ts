import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { may, rights } from './rights.ts'

test('the table for people says what the table in the code does', () => {
  const text = readFileSync('docs/people.md', 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)`: .* \| (yes|no) \| (yes|no) \|$/gm)].map((row) =>
    row.slice(1),
  )
  const expected = Object.keys(rights).map((name) => {
    const right = name as keyof typeof rights
    return [
      name,
      ...(['owner', 'member'] as const).map((role) => (may(role, right) ? 'yes' : 'no')),
    ]
  })
  assert.deepEqual(rows.toSorted(), expected.toSorted())
})
