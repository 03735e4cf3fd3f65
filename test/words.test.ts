import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// The language that we write: subject, verb, object. These tests hold what a machine can see of it.

const texts = [
  ...globSync('{src,test,web,bench,bin}/**/*.{ts,tsx,js,css}'),
  ...globSync('sdk/typescript/{generating,src,test}/*.ts'),
  ...globSync('{docs,db}/**/*.{md,sql}'),
  ...globSync('*.md'),
]
  .filter((path) => path !== 'test/words.test.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Passwords that people choose, and a migration that has run: neither is edited. */
const FIXED = ['src/people/common-passwords.ts', 'db/migrations/0006-budget.sql']

/** A test of screens without its texts in quotes, which quote the screens. */
function unquoted(text: string): string {
  return text.replaceAll(/(['`])(?:(?!\1|\n).)*\1/g, (quoted) => quoted[0]! + quoted[0]!)
}

/** Each place where a pattern occurs, as `path:line`. */
function places(pattern: RegExp, among = texts): string[] {
  return among.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => {
      const start = match.index + match[0].search(/\S/)
      return `${path}:${text.slice(0, start).split('\n').length}`
    }),
  )
}

test('no text of ours uses the words of a private language', () => {
  // The catalogues are what people read on the screens: quoted text.
  const ours = texts
    .filter(({ path }) => !path.startsWith('web/text/') && !FIXED.includes(path))
    .map(({ path, text }) => ({
      path,
      text: path.startsWith('test/screens/') ? unquoted(text) : text,
    }))
  const words =
    /\b(?:[Tt]old|anew|[Ww]hoever|[Ww]hatever|is none|is no (?:number|address|write))\b/g
  assert.deepEqual(places(words, ours), [])
})

test('a comment begins with its subject or its verb, not with a riddle', () => {
  const riddle =
    /(?:\/\*\*?\s*(?:\n\s*\*\s*)?|^\s*(?:\/\/|--) )(?=(?:What|Who|Whom|Whose|Whoever|Whatever|Whether|Which)\b)(?!.*\?)/gm
  const continued = /(?:\/\/|--) .*\n\s*$/
  const wrong = texts
    .filter(({ path }) => !path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(riddle)]
        .filter((match) => !continued.test(text.slice(0, match.index)))
        .map((match) => `${path}:${text.slice(0, match.index).split('\n').length}`),
    )
  assert.deepEqual(wrong, [])
})

test('the name of a test is one rule in at most 90 characters', () => {
  const named = /^\s*(?:test|it|describe)\(\s*(['`])((?:(?!\1).){91,})\1/gms
  const tests = texts.filter(({ path }) => /\.test\.tsx?$/.test(path))
  assert.deepEqual(places(named, tests), [])
})
