import { readFileSync } from 'node:fs'

/** Files in one process at most: enough that its start costs each a little, few enough that no process is waited for at the end. */
const MOST = 16

/** Tests of browsers, of machines and of what is shipped: long ones, each with a start of its own that costs far more. */
const LONG = /^test\/(?:screens|simulations|package|bad-days)\//

/** A file with one of these in its text starts, changes or measures processes, and others could be measured or changed with it. */
const OF_PROCESSES =
  /\bprocess\.(?!env\[)[a-z]|\bprocess\.env\[[^\]]+\] = |node:(?:process|child_process|perf_hooks|v8|vm|worker_threads)|\bmock\.|\/(?:server-process|loopback)\.ts'/

/**
 * Says which test files run in one process, one after another: those of a district, in the order given. To load the product and to
 * warm it up costs a second of processor time, more than what most files then do with it.
 */
export function planProcesses(
  files: readonly string[],
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): readonly (readonly string[])[] {
  const plan: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const district = districtOf(file)
    const begun = open.get(district)
    const isAlone = LONG.test(file) || OF_PROCESSES.test(read(file))
    if (!isAlone && begun && begun.length < MOST) begun.push(file)
    else {
      const process = [file]
      plan.push(process)
      if (!isAlone) open.set(district, process)
    }
  }
  return plan
}

/** `src/budget` of a test of the product, `web` of one of the application. */
function districtOf(file: string): string {
  return /^(?:src\/)?[^/]+/.exec(file)![0]
}
