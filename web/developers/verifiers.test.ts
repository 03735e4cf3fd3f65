import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readVerifiers } from './verifiers.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/verify-webhooks.md'), 'utf8')

test('the application shows the verifiers of the documentation', () => {
  const verifiers = readVerifiers(page)
  assert.deepEqual(
    verifiers.map(({ language }) => language),
    ['TypeScript', 'Python', 'Go', 'Ruby', 'PHP'],
  )
  const blocks = [...page.matchAll(/^```(?:ts|python|go|ruby|php)\b[^\n]*\n([^]*?)^```$/gm)]
  assert.deepEqual(
    verifiers.map(({ code }) => code),
    blocks.map(([, code]) => code),
  )
  for (const { use } of verifiers) assert.match(use, /`/)
})
