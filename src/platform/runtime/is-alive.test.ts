import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { until } from '../../../test/support/other-processes.ts'
import { isAlive } from './is-alive.ts'

test('an ended process is dead even if its parent has not reaped it', async (t) => {
  // The shell becomes `sleep`, which never reaps its child.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.after(() => parent.kill())
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(printed.toString())
  assert.equal(isAlive(process.pid), true)
  assert.equal(isAlive(parent.pid!), true)
  await until('it has ended', () => !isAlive(child))
  assert.equal(isAlive(parent.pid!), true)
  parent.kill()
  await once(parent, 'close')
  assert.equal(isAlive(parent.pid!), false)
})
