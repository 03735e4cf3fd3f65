import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { isFileDue, releaseDeadImports } from '#/sources/files/import-next-file.ts'
import { isSyncDue, releaseDeadLeases } from '#/sources/banks/sync/lease.ts'
import type { Signal } from '#/platform/runtime/bell.ts'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The first message to the importing process. */
export type Begin = {
  readonly config: Omit<Config, 'now'> & { readonly now: string | null }
  readonly databaseUrl: string
  /** The server's process id: leases belong to it, and last as long as it lives. */
  readonly serverPid: number
}

/** A later command: a signal of the server's bell, or to stop after the current work. */
export type ImportCommand = Signal | 'stop'

type ImportSettings = { readonly config: Config; readonly databaseUrl: string }

/**
 * Imports what is due in a separate process, which ends when it has been idle for a while. A hundred thousand rows make
 * V8 collect garbage for longer than a request may wait, and an import that exhausts the memory must not end the server.
 * `woken`: work is about to come. Resolves to the number of processes started. Rejects if the process fails; its imports
 * then wait again.
 */
export async function importSeparately(
  runtime: Runtime,
  { config, databaseUrl }: ImportSettings,
  { woken, signal }: { readonly woken: boolean; readonly signal: AbortSignal },
): Promise<number> {
  if (!woken && !(await isFileDue(runtime)) && !(await isSyncDue(runtime))) return 0
  const child = fork(join(import.meta.dirname, 'imports-process.ts'), {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // A dead process needs no message: its exit is handled below.
  const send = (command: Begin | ImportCommand) => child.connected && child.send(command, () => {})
  const stop = () => send('stop')
  const deafen = runtime.bell.listen((word) => {
    if (word === 'import') send(word)
  })
  child.on('message', (word: Signal) => runtime.bell.ring(word))
  const now = config.now && runtime.now().toString()
  send({ config: { ...config, now }, databaseUrl, serverPid: runtime.host.pid })
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

/** Releases the imports of this server while no process imports for it, and those of dead servers. */
export async function releaseDead(runtime: Runtime): Promise<void> {
  await releaseDeadLeases(runtime)
  await releaseDeadImports(runtime)
}
