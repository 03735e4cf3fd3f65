// Imports one file in a process of its own, and tells how long it took and how much memory it had at most.
import { createReadStream } from 'node:fs'
import process from 'node:process'
import { openDatabase } from '../src/database/database.ts'
import { importNow } from '../src/imports/import-now.ts'
import { readConfig } from '../src/world/config.ts'
import { createWorld } from '../src/world/real.ts'

/** What the process tells its parent. */
export type Told = {
  readonly milliseconds: number
  readonly peakBytes: number
  readonly added: number
}

const [url, file, accountId, folder] = process.argv.slice(2) as [string, string, string, string]
const db = openDatabase({ url, connectionsMax: 2 })
const world = createWorld(readConfig({ DATABASE_URL: url, EARMARK_DATA: folder }), db)
const begun = performance.now()
const { added } = await importNow(world, {
  source: () => createReadStream(file) as AsyncIterable<Buffer>,
  fileName: 'bench',
  bytes: 0,
  accountId,
  fileAccount: null,
})
const told: Told = {
  milliseconds: performance.now() - begun,
  // Kibibytes, on every system that Node knows.
  peakBytes: process.resourceUsage().maxRSS * 1024,
  added,
}
await db.destroy()
await world.outbound.close()
await world.destinations.close()
process.send?.(told)
process.disconnect?.()
