import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts the time of ended processes in hundredths of a second. */
const TICK_MILLISECONDS = 10

/**
 * Processor time that a server and all of the instance's PostgreSQL have used so far, in milliseconds. Its ratio says what
 * the ratio of throughput would be on a machine with nothing else to do.
 */
export function cpuTime(pid: number, folder: string): number {
  const { server, postgres } = cpuTimes(pid, folder)
  return server + postgres
}

export type CpuTimes = { readonly server: number; readonly postgres: number }

/** The same, of each by itself. The processes that a server has started count as the server. */
export function cpuTimes(pid: number, folder: string): CpuTimes {
  const file = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  const used = { server: 0, postgres: 0 }
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const found = readStat(name)
    if (!found) continue
    const at = Number(name)
    // Parents keep the time of processes that have ended, so that a closed connection is not lost.
    if (at === postmaster) used.postgres += runTime(name) + found.ended
    else if (at === pid) used.server += runTime(name) + found.ended
    else if (found.parent === postmaster) used.postgres += runTime(name)
    else if (found.parent === pid) used.server += runTime(name)
  }
  return used
}

type Stat = { readonly parent: number; readonly ended: number }

function readStat(pid: string): Stat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    const ended = (Number(fields[13]) + Number(fields[14])) * TICK_MILLISECONDS
    return { parent: Number(fields[1]), ended }
  } catch {
    return null // It has ended meanwhile.
  }
}

/** The time of all threads of a process, which the scheduler keeps in nanoseconds. */
function runTime(pid: string): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((thread) => {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      return Number(nanoseconds) / 1e6
    })
    return times.reduce((sum, time) => sum + time, 0)
  } catch {
    return 0 // It has ended meanwhile.
  }
}
