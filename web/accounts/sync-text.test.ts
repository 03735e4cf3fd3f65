import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sync } from '#/sources/banks/sync/contract.ts'
import { syncReasons } from '#/sources/banks/sync/sync-reason.ts'
import { english } from '#web/text/en/english.ts'
import { spanish } from '#web/text/es/spanish.ts'
import { syncText } from './sync-text.ts'

const statuses = sync.requestSync.response.shape.status.options
const languages = [english, spanish]

test('every result of a sync request is worded in each language', () => {
  for (const { accounts } of languages) {
    for (const status of statuses) {
      for (const reason of [null, 'from_the_future', ...syncReasons]) {
        const text = syncText({ status, providers: [{ reason: null }, { reason }] }, accounts.sync)
        assert.match(text, /^\p{Lu}[^_]*$/u, `${status} ${reason}`)
      }
    }
  }
})

test('every reason not to sync has its own text in each language', () => {
  for (const { accounts } of languages) {
    const texts = syncReasons.map((reason) =>
      syncText({ status: 'nothing_to_sync', providers: [{ reason }] }, accounts.sync),
    )
    assert.equal(new Set([...texts, accounts.sync.nothing_to_sync]).size, syncReasons.length + 1)
  }
  for (const reason of syncReasons) {
    assert.notEqual(english.accounts.sync.reasons[reason], spanish.accounts.sync.reasons[reason])
  }
})

test('a sync that starts hides the reasons of banks that are not asked', () => {
  const answer = { status: 'queued', providers: [{ reason: 'revoked' }, { reason: null }] } as const
  assert.equal(syncText(answer, english.accounts.sync), english.accounts.sync.queued)
})

test('no text of the application is a bare code', () => {
  for (const text of languages) assert.deepEqual(codesIn(text, []), [])
})

/** Finds the keys below a part of a catalogue that look like `a_code`. */
function codesIn(part: unknown, path: readonly string[]): readonly string[] {
  if (typeof part === 'string') {
    return /^[a-z]+(?:_[a-z]+)+$/.test(part) ? [`${path.join('.')}: ${part}`] : []
  }
  if (part === null || typeof part !== 'object') return []
  return Object.entries(part).flatMap(([name, below]) => codesIn(below, [...path, name]))
}
