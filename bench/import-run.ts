// Imports households to their end in a process of its own, and says what that took.
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openProduct } from '../src/cli/open.ts'
import { syncHousehold } from '../src/sync/sync-household.ts'
import { readConfig } from '../src/world/config.ts'

export type Imported = {
  readonly milliseconds: number
  readonly added: number
  /** Of this process alone, in milliseconds. */
  readonly processorTime: number
  /** The most memory that was ever resident, in MB. */
  readonly peak: number
  /** The longest that nothing else had its turn, in milliseconds. */
  readonly blocked: number
}

const [databaseUrl, folder, ...households] = process.argv.slice(2)
const config = readConfig({
  DATABASE_URL: databaseUrl,
  EARMARK_DATA: folder,
  EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
})
const { world, close } = await openProduct({ config, connectionsMax: 4, notice: () => {} })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
for (const id of households) {
  const before = process.cpuUsage()
  const begun = performance.now()
  delay.reset()
  const { added } = await syncHousehold(world, id, null)
  const { user, system } = process.cpuUsage(before)
  const milliseconds = performance.now() - begun
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024
  const processorTime = (user + system) / 1000
  process.send!({
    milliseconds,
    added,
    processorTime,
    peak,
    blocked: delay.max / 1e6,
  } satisfies Imported)
}
await close()
process.disconnect!()
