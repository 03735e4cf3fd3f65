import { type Child, firstMessage, startProgram } from './child.ts'

export type Bare = Pick<Child, 'pid' | 'stop'> & { readonly port: number }

/** Starts a bare server in a process of its own and tells it what it serves. */
export async function startBare(file: string, options: object): Promise<Bare> {
  const child = startProgram(file)
  const listening = firstMessage<number>(child)
  child.process.send(options)
  return { port: await listening, pid: child.pid, stop: child.stop }
}
