import { setPriority } from 'node:os'
import process from 'node:process'
import { engine } from '#/budget/funding/engine.ts'
import { openDatabase } from '#/platform/database/database.ts'
import type { Bell } from '#/platform/runtime/bell.ts'
import { createRuntime } from '#/platform/runtime/real.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Tally } from '#/platform/runtime/tally.ts'
import type { Begin } from './child.ts'

/** In seconds, see `openDatabase`. */
const PATIENCE_SECONDS = 75

/**
 * Ties this process to the server that started it. A terminal signals all of its processes, but only the server decides
 * when this one stops. If the server dies, this process ends too.
 */
export function followServer(niceness: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit(1))
  setPriority(niceness)
}

type Parts = { readonly bell: Bell; readonly tally?: Tally; readonly connectionsMax: number }

/** Opens a runtime like the server's, with a bell and database connections of its own. */
export async function openRuntime(
  { config, databaseUrl, serverPid }: Begin,
  { connectionsMax, ...parts }: Parts,
): Promise<Runtime> {
  const db = openDatabase({
    url: databaseUrl,
    connectionsMax,
    patienceSeconds: PATIENCE_SECONDS,
    // The server loses its own connections at the same moment, and says so.
    onLost: (error) => runtime.log('debug', 'database.connection_lost', { error }),
  })
  const now = config.now === null ? null : Temporal.Instant.from(config.now)
  const real = createRuntime({ ...config, now }, db, engine)
  const runtime = { ...real, ...parts, host: { ...real.host, pid: serverPid } }
  await runtime.synchronize()
  return runtime
}
