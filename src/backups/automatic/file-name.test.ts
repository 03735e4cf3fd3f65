import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameFile, readFileName } from './file-name.ts'

const at = Temporal.Instant.from('2026-11-23T03:00:05.678Z')

test('a name says the kind and the second, and reads back', () => {
  assert.equal(nameFile('nightly', at), 'earmark-20261123T030005Z-nightly.backup')
  for (const kind of ['nightly', 'by_hand', 'before_migration'] as const) {
    assert.deepEqual(readFileName(nameFile(kind, at)), {
      kind,
      at: Temporal.Instant.from('2026-11-23T03:00:05Z'),
    })
  }
})

test('a file of somebody else is not ours', () => {
  for (const name of [
    'earmark.earmark',
    'earmark-20261123T030005Z-nightly.backup.unfinished',
    'earmark-20261123T030005Z-weekly.backup',
    'earmark-20261399T030005Z-nightly.backup',
    'my-earmark-20261123T030005Z-nightly.backup',
  ]) {
    assert.equal(readFileName(name), null, name)
  }
})
