import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { createLineBuffer } from './line-buffer.ts'

test('the lines of one turn are written together, in order, and the last ones at exit', async () => {
  const written: string[] = []
  let end = () => {}
  const say = createLineBuffer(
    (lines) => written.push(lines),
    (flush) => (end = flush),
  )
  say('one\n')
  say('two\n')
  assert.deepEqual(written, [])
  await setImmediate()
  assert.deepEqual(written, ['one\ntwo\n'])
  say('three\n')
  end()
  await setImmediate()
  assert.deepEqual(written, ['one\ntwo\n', 'three\n'])
})
