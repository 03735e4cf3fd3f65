import { spawn, type SpawnOptions } from 'node:child_process'
import path from 'node:path'

import { ClusterFailure, codeOf } from './failure.ts'
import type { Runner } from './runner.ts'

/** Options for starting any program of PostgreSQL: as the right user, without our environment. */
export function spawnOptions(program: string, runner: Runner | null): SpawnOptions {
  return {
    ...(runner && { uid: runner.uid, gid: runner.gid }),
    // A folder that everyone can enter. PGPORT and similar variables must not reach PostgreSQL.
    cwd: path.parse(program).root,
    env: { LC_ALL: 'C', PATH: path.dirname(program) },
    windowsHide: true,
  }
}

/** Runs a program to its end. Throws a ClusterFailure with its output if it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  runner: Runner | null,
): Promise<string> {
  const child = spawn(program, args, {
    ...spawnOptions(program, runner),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', (error) => reject(unusable(program, error)))
  child.once('close', resolve)
  const status = await promise
  if (status === 0) return output
  throw new ClusterFailure(
    'start_failed',
    `${path.basename(program)} failed: ${output.trim().slice(-2000)}`,
  )
}

/** Explains why a program of PostgreSQL could not even be started. */
export function unusable(program: string, error: Error): ClusterFailure {
  const reason =
    {
      ENOENT: 'it, or the C library it needs, is missing (Alpine Linux has another one)',
      EACCES: 'it may not be executed; is its file system mounted noexec?',
      EPERM: 'this system does not let root run it as another user',
    }[codeOf(error)] ?? String(error)
  return new ClusterFailure(
    'programs_unusable',
    `${program} cannot run: ${reason}. Set DATABASE_URL to use another PostgreSQL.`,
    { cause: error },
  )
}
