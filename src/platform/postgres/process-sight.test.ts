import assert from 'node:assert/strict'
import { test } from 'node:test'

import { stageOf } from './process-sight.ts'

test('a process that frees its memory has not ended yet, though its command is empty', () => {
  // The first fields of lines that Linux 6 wrote.
  assert.equal(stageOf('812 (python3) S 1 812 812 0 -1 4194304 1290'), 'working')
  assert.equal(stageOf('812 (python3) R 1 812 812 0 -1 4194308 1290'), 'ending')
  assert.equal(stageOf('812 (python3) Z 1 812 812 0 -1 4194316 1290'), 'zombie')
  assert.equal(stageOf('812 (a) Z 4 (b) S 1 812 812 0 -1 4194304 1290'), 'working')
  // A thread of the kernel has no command either, but it does not end.
  assert.equal(stageOf('2 (kthreadd) S 0 0 0 0 -1 2129984 0'), 'working')
})
