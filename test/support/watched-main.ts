// `earmark` with a watch beside it: how long its thread computed at most without a turn of its event loop.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

/** Milliseconds between two looks: a reported time may be too long by as much. */
const REST = 1

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/earmark-tests'))
let longest = 0
let before = process.threadCpuUsage()

// Processor time and not the clock's: on a busy machine a thread waits for its turn, and blocks nobody by that.
function look(): void {
  const { user, system } = process.threadCpuUsage(before)
  longest = Math.max(longest, (user + system) / 1000)
  before = process.threadCpuUsage()
}

setInterval(look, REST).unref()
process.on('message', () => {
  look()
  process.send!({ longest, rss: process.memoryUsage.rss() })
  longest = 0
})
process.channel!.unref()
await import('#/app/cli/main.ts')
