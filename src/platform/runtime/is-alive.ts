import { readFileSync } from 'node:fs'
import process from 'node:process'

/** Returns true if a process of this machine is running. A zombie (exited, not reaped) counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return stateOf(pid) !== 'Z'
}

/** Returns the state letter of Linux's `/proc/PID/stat`; null if there is no such file. */
function stateOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.at(stat.lastIndexOf(')') + 2) ?? null
  } catch {
    return null
  }
}
