import { once } from 'node:events'
import { type RawBuilder, sql } from 'kysely'
import { isWorkDue, releaseDeadWork } from '#/platform/leases/queued-work.ts'
import { isSyncDue, releaseDeadLeases } from '#/sources/banks/sync/lease.ts'
import type { Signal } from '#/platform/runtime/bell.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Tallied } from '#/platform/runtime/tally.ts'
import { type ChildSettings, startChild } from './child.ts'

/** A command to the importing process: a signal of the server's bell, or to stop after the current work. */
export type ImportCommand = Signal | 'stop'

/** A report of the importing process: a signal for the server's bell, or what it has done. */
type ImportReport =
  | Signal
  | { readonly what: Tallied; readonly outcome: string; readonly count: number }

/**
 * Imports what is due in a separate process, which ends when it has been idle for a while. A hundred thousand rows make
 * V8 collect garbage for longer than a request may wait, and an import that exhausts the memory must not end the server.
 * `woken`: work is about to come. Resolves to the number of processes started. Rejects if the process fails; its imports
 * then wait again.
 */
export async function importSeparately(
  runtime: Runtime,
  settings: ChildSettings,
  { woken, signal }: { readonly woken: boolean; readonly signal: AbortSignal },
): Promise<number> {
  if (!woken && !(await isDue(runtime))) return 0
  const child = startChild(runtime, settings, { program: 'imports-process', execArgv: [] })
  // A dead process needs no message: its exit is handled below.
  const send = (command: ImportCommand) => child.connected && child.send(command, () => {})
  const stop = () => send('stop')
  const deafen = runtime.bell.listen((word) => {
    if (word === 'import') send(word)
  })
  child.on('message', (said: ImportReport) => {
    if (typeof said === 'string') runtime.bell.ring(said)
    else runtime.tally.add(said.what, said.outcome, said.count)
  })
  runtime.log('info', 'imports.process', { pid: child.pid })
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const [code, killedBy] = await once(child, 'exit')
    if (code !== 0) throw new Error(`The importing process ended (${killedBy ?? code}).`)
  } catch (error) {
    await releaseDead(runtime)
    throw error
  } finally {
    deafen()
    signal.removeEventListener('abort', stop)
  }
  return 1
}

async function isDue({ db, now }: Runtime): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select ${isImportDue(now())} as due`.execute(db)
  return rows[0]!.due
}

/** The condition that a file, a move or a connection waits for the importing process. */
export function isImportDue(now: Temporal.Instant): RawBuilder<boolean> {
  return sql`(${isWorkDue(now, 'imports')} or ${isWorkDue(now, 'moves')} or ${isSyncDue(now)})`
}

/** Releases the imports of this server while no process imports for it, and those of dead servers. */
export async function releaseDead(runtime: Runtime): Promise<void> {
  await releaseDeadLeases(runtime)
  await releaseDeadWork(runtime, 'imports')
  await releaseDeadWork(runtime, 'moves')
}
