import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { isFileDue, releaseDeadImports } from '#/sources/files/import-next-file.ts'
import { isSyncDue, releaseDeadLeases } from '#/sources/banks/sync/lease.ts'
import type { Word } from '#/platform/runtime/bell.ts'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** What the importing process begins with, in JSON. */
export type Begin = {
  readonly config: Omit<Config, 'now'> & { readonly now: string | null }
  readonly databaseUrl: string
  /** Whose it is: what it holds is held for as long as that process lives. */
  readonly serverPid: number
}

/** What it is told later: a word of the bell here, or that it shall end with what it is at. */
export type Told = Word | 'stop'

type Place = { readonly config: Config; readonly databaseUrl: string }

/**
 * Has what is due imported by a process of its own, which ends when there has been nothing for a while: a hundred thousand
 * rows make V8 collect for longer than a request may wait, and what is too large takes no server down. `woken`: something
 * will be due in a moment. How many processes it took. Rejects where that process fails; what it was at then waits again.
 */
export async function importApart(
  runtime: Runtime,
  { config, databaseUrl }: Place,
  { woken, signal }: { readonly woken: boolean; readonly signal: AbortSignal },
): Promise<number> {
  if (!woken && !(await isFileDue(runtime)) && !(await isSyncDue(runtime))) return 0
  const child = fork(join(import.meta.dirname, 'imports-process.ts'), {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Whoever is gone needs no word: that it is, its exit tells.
  const tell = (told: Begin | Told) => child.connected && child.send(told, () => {})
  const stop = () => tell('stop')
  const deafen = runtime.bell.listen((word) => {
    if (word === 'import') tell(word)
  })
  child.on('message', (word: Word) => runtime.bell.ring(word))
  const now = config.now && runtime.now().toString()
  tell({ config: { ...config, now }, databaseUrl, serverPid: runtime.host.pid })
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

/** Frees what this process held, as long as nothing imports for it, and what those held that are no more. */
export async function releaseDead(runtime: Runtime): Promise<void> {
  await releaseDeadLeases(runtime)
  await releaseDeadImports(runtime)
}
