import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { extname, join } from 'node:path'
import process from 'node:process'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

export type ChildSettings = { readonly config: Config; readonly databaseUrl: string }

/** The first message to a process that works for the server. */
export type Begin = {
  readonly config: Omit<Config, 'now'> & { readonly now: string | null }
  readonly databaseUrl: string
  /** The server's process id: leases belong to it, and last as long as it lives. */
  readonly serverPid: number
}

type ChildOptions = Pick<ForkOptions, 'execArgv' | 'serialization'> & {
  /** A file of this folder, without its ending: a package holds JavaScript. It begins with `openRuntime` of `child-runtime.ts`. */
  readonly program: `${string}-process`
}

/** Starts a process that works for the server, and sends it the server's settings and clock. */
export function startChild(
  runtime: Runtime,
  { config, databaseUrl }: ChildSettings,
  { program, ...options }: ChildOptions,
): ChildProcess {
  const child = fork(join(import.meta.dirname, `${program}${extname(import.meta.filename)}`), {
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...options,
  })
  const now = config.now && runtime.now().toString()
  const begin: Begin = { config: { ...config, now }, databaseUrl, serverPid: runtime.host.pid }
  // A dead process needs no message: its exit says so.
  child.send(begin, () => {})
  return child
}
