import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { kill, platform } from 'node:process'
import { promisify } from 'node:util'

import { codeOf } from './failure.ts'

/** The relation of a process to a cluster; of one that ends only this is known, and `unknown` is what the system does not report. */
export type Sight = 'ours' | 'other' | 'ending' | 'gone' | 'unknown'

/** Finds out if a process is the postmaster of this cluster, so that we never end another program. */
export async function lookAt(pid: number, cluster: string): Promise<Sight> {
  if (!exists(pid)) return 'gone'
  const words = await commandOf(pid)
  if (words === 'zombie') return 'gone' // Exited but not reaped; kill(pid, 0) still succeeds.
  if (words === 'ending') return 'ending'
  if (words === null) return exists(pid) ? 'unknown' : 'gone'
  if (words[words.indexOf('-D') + 1] === cluster) return 'ours'
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return folder === cluster ? 'ours' : 'other'
}

/**
 * Finds children that outlived their killed postmaster, by the cluster name in their titles and
 * their user. Only on Linux; elsewhere PostgreSQL itself refuses to start next to them.
 */
export async function listOrphans(clusterName: string, uid: number): Promise<number[]> {
  if (platform !== 'linux') return []
  const orphans: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const title = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (!title.startsWith(`postgres: ${clusterName}: `)) continue
    const owner = await stat(`/proc/${entry}`).catch(() => null)
    if (owner?.uid === uid) orphans.push(Number(entry))
  }
  return orphans
}

/** Sends a signal. Returns false if the process had already ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return kill(pid, name)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

/** Returns the namespace of process ids. Two containers on one volume have different ones. */
export async function processNamespace(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => '')
}

function exists(pid: number): boolean {
  try {
    kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Reads a file of the kernel's own, for which no disk is asked: without other threads, which cost ten times as much. */
function readAtOnce(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * Says from a process' line in /proc/PID/stat whether it still works. While Linux frees the memory of an ending process, its
 * command is empty already and its folder unknown, but its files and ports may still be its own.
 */
export function stageOf(line: string): 'working' | 'ending' | 'zombie' {
  // The name before the last bracket may contain anything; after it come the state and, sixth after that, the flags.
  const [state = '', , , , , , flags] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  if (/^[ZX]/.test(state)) return 'zombie'
  return (Number(flags) & PF_EXITING) === 0 ? 'working' : 'ending'
}

/** The kernel's flag of a task that ends, of include/linux/sched.h. */
const PF_EXITING = 4

async function commandOf(pid: number): Promise<string[] | 'ending' | 'zombie' | null> {
  if (platform === 'linux') {
    const status = readAtOnce(`/proc/${pid}/stat`)
    if (status === null) return null
    const stage = stageOf(status)
    if (stage !== 'working') return stage
    return (readAtOnce(`/proc/${pid}/cmdline`) ?? '').split('\0')
  }
  if (platform === 'win32') return null
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)])
  const line = await ps.then(({ stdout }) => stdout.trim()).catch(() => null)
  if (line === null) return null
  if (line.startsWith('Z')) return 'zombie'
  // ps joins the arguments with blanks; ours end in "-D <cluster> -c port=<port>".
  const from = line.indexOf(' -D ') + ' -D '.length
  const end = line.search(/ -c port=\d+$/)
  return ['-D', line.includes(' -D ') && from <= end ? line.slice(from, end) : '']
}
