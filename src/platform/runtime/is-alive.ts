import { readFileSync } from 'node:fs'
import process from 'node:process'

/** Whether a process of this machine is running. One that has ended and that nobody has taken note of yet is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is there, as somebody else's.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return stateOf(pid) !== 'Z'
}

/** The letter behind the name in Linux's `/proc/PID/stat`; null where there is none to read. */
function stateOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.at(stat.lastIndexOf(')') + 2) ?? null
  } catch {
    return null
  }
}
