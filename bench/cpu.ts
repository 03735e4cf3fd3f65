import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts in hundredths of a second. */
const TICK_MILLISECONDS = 10

/**
 * Processor time that a server and all of the instance's PostgreSQL have used so far, in milliseconds. Its ratio says what
 * the ratio of throughput would be on a machine with nothing else to do.
 */
export function cpuTime(pid: number, folder: string): number {
  const file = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const used = processes.map((name) => {
    const found = readStat(name)
    if (!found) return 0
    // The postmaster keeps the time of processes that have ended, so that a closed connection is not lost.
    if (Number(name) === postmaster) return found.ticks + found.ended
    return Number(name) === pid || found.parent === postmaster ? found.ticks : 0
  })
  return used.reduce((sum, ticks) => sum + ticks, 0) * TICK_MILLISECONDS
}

type Stat = { readonly parent: number; readonly ticks: number; readonly ended: number }

function readStat(pid: string): Stat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    const sum = (one: number, other: number) => Number(fields[one]) + Number(fields[other])
    return { parent: Number(fields[1]), ticks: sum(11, 12), ended: sum(13, 14) }
  } catch {
    return null // It has ended meanwhile.
  }
}
