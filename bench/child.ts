import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { join } from 'node:path'

export type Child = {
  readonly pid: number
  readonly process: ChildProcess
  /** Ends the child and resolves when it has gone. */
  readonly stop: () => Promise<void>
}

/** Starts a program of this folder in a process of its own, which ends with this one at the latest. */
export function startProgram(
  file: string,
  args: readonly string[] = [],
  options: ForkOptions = {},
): Child {
  return own(fork(join(import.meta.dirname, file), args, options))
}

const owned = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of owned) child.kill('SIGKILL')
})

/** Takes a child over: it ends with this process at the latest. */
export function own(child: ChildProcess): Child {
  owned.add(child)
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      owned.delete(child)
      resolve()
    })
  })
  return {
    pid: child.pid!,
    process: child,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The first message of a child. Rejects when it ends without one. */
export function firstMessage<T>({ process: child }: Child): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`A child of the bench ended (${code}).`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message as T)
    })
  })
}
