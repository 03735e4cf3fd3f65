import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import { findPatterns, findSlowText, slowTextsFor } from '../support/patterns.ts'

// A pattern that tries the same characters in many ways stops the whole server: one request with 198 blanks once took
// twenty seconds. Every pattern of the product is tried here: tomorrow it may meet another person's text.

/** Files that put patterns together out of texts, and how to make them do it. */
const built: Readonly<Record<string, () => Promise<unknown>>> = {
  'src/access/keys/token.ts': () => import('#/access/keys/token.ts'),
  'src/app/api-docs/highlight.ts': () => import('#/app/api-docs/highlight.ts'),
  'src/app/http/api.ts': async () => {
    const { createApi } = await import('#/app/http/api.ts')
    const { publicRoutes } = await import('#/app/http/public-api.ts')
    // Nobody is served: only the paths are read.
    createApi({ routes: publicRoutes } as unknown as Parameters<typeof createApi>[0])
  },
  'src/sources/statements/csv/records.ts': async () => {
    const { createCsvRecords } = await import('#/sources/statements/csv/records.ts')
    for (const delimiter of [',', ';', '\t', '|']) createCsvRecords(delimiter, () => {})
  },
  'src/budget/transactions/naming/descriptor-noise.ts': () =>
    import('#/budget/transactions/naming/descriptor-noise.ts'),
  'src/budget/transactions/naming/transfer-words.ts': () =>
    import('#/budget/transactions/naming/transfer-words.ts'),
  'web/ui/parse-amount.ts': async () => {
    const { parseAmount } = await import('#web/ui/parse-amount.ts')
    for (const marks of [
      { decimal: '.', group: ',' },
      { decimal: ',', group: '.' },
    ]) {
      parseAmount(`1${marks.group}234${marks.decimal}5`, { marks, digits: 2 })
    }
  },
}

const { patterns, builders } = findPatterns()

test('every pattern in the source takes time that grows with the length of the text', () => {
  assert.ok(patterns.length > 300, 'the patterns are found')
  const slow = patterns.flatMap(({ place, regex }) => {
    const text = findSlowText(regex)
    return text === null ? [] : [`${place} ${regex.source}: ${text}`]
  })
  assert.deepEqual(slow, [])
})

test('every pattern that is built from texts takes linear time too', async () => {
  assert.deepEqual(
    builders,
    Object.keys(built).toSorted(),
    'say here how to make a file build its patterns',
  )
  const made = await recordPatterns(async () => {
    for (const build of Object.values(built)) await build()
  })
  assert.ok(made.length > 50, 'they are built')
  const slow = [...new Map(made.map((regex) => [String(regex), regex])).values()].flatMap(
    (regex) => {
      const text = findSlowText(regex)
      return text === null ? [] : [`${regex.source}: ${text}`]
    },
  )
  assert.deepEqual(slow, [])
})

test('patterns that are known to be slow are found', () => {
  for (const regex of [
    /(?<!\s)\s{2,}\D*\s{2,}[A-Z]{3}$/,
    /\s+$/,
    /(a+)+b/,
    /^(?:\w+\s?)*$/,
    /<script\b[^>]*>.*?<\/script>/s,
    /^["'=]*[-*]*["']*$/,
    /foo.*bar.*baz/,
  ]) {
    assert.notEqual(findSlowText(regex), null, regex.source)
  }
})

test('a concept is read in a few milliseconds, however it was made to be slow', async () => {
  // Not `merchantOf`, which remembers the names that it has seen.
  const { merchantKey } = await import('#/budget/transactions/naming/merchant.ts')
  const { prefixes, suffixes } = await import('#/budget/transactions/naming/descriptor-noise.ts')
  const texts = new Set<string>()
  for (const regex of [...prefixes, ...suffixes]) {
    for (const { text } of slowTextsFor(regex).take(60)) texts.add(text(500))
  }
  for (const blank of [' ', '\t', '\u00a0', '  x', ' \n']) {
    for (const end of ['a', ' NZL', ' CA', '  CA US']) texts.add(`x${blank.repeat(249)}${end}`)
  }
  const worst = { text: '', ms: 0 }
  for (const text of texts) {
    const ms = Math.min(
      timeOf(() => merchantKey(text)),
      timeOf(() => merchantKey(text)),
    )
    if (ms > worst.ms) Object.assign(worst, { text, ms })
  }
  assert.ok(worst.ms < MS_MAX, JSON.stringify(worst))
})

/** 500 characters take half a millisecond; with patterns that are cubic in blanks they took a hundred. */
const MS_MAX = 8

function timeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The patterns that are made while `build` runs. */
async function recordPatterns(build: () => Promise<unknown>): Promise<readonly RegExp[]> {
  const made: RegExp[] = []
  const before = globalThis.RegExp
  globalThis.RegExp = new Proxy(before, {
    construct: (target, [source, flags]: [string, string?]) => {
      const regex = new target(source, flags)
      made.push(regex)
      return regex
    },
  })
  try {
    await build()
  } finally {
    globalThis.RegExp = before
  }
  return made
}
