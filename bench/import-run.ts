// Does imports to their end in a process of its own, and says what each took.
import { createReadStream } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openProduct } from '#/app/cli/serving/open.ts'
import { importNow } from '#/sources/files/at-once/import-now.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { memoryOf } from './server.ts'

export type Job =
  | { readonly householdId: string }
  | { readonly file: string; readonly accountId: string }

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

const [databaseUrl, folder, jobs] = process.argv.slice(2)
const config = readConfig({ ...process.env, DATABASE_URL: databaseUrl, EARMARK_DATA: folder })
const { runtime, close } = await openProduct({ config, connectionsMax: 4, notice: () => {} })
const delay = monitorEventLoopDelay({ resolution: 2 })
delay.enable()
for (const job of JSON.parse(jobs!) as Job[]) {
  const before = process.cpuUsage()
  const begun = performance.now()
  delay.reset()
  const { added } = await run(job)
  const milliseconds = performance.now() - begun
  const { user, system } = process.cpuUsage(before)
  process.send!({
    milliseconds,
    added,
    processorTime: (user + system) / 1000,
    peak: memoryOf(process.pid).peak,
    blocked: delay.max / 1e6,
  } satisfies Imported)
}
await close()
process.disconnect!()

function run(job: Job): Promise<{ readonly added: number }> {
  if ('householdId' in job) return syncHousehold(runtime, job.householdId, null)
  const asked = {
    source: () => createReadStream(job.file) as AsyncIterable<Buffer>,
    fileName: 'bench',
    bytes: 0,
    accountId: job.accountId,
    fileAccount: null,
  }
  return growSlowly(() => importNow(runtime, asked))
}
