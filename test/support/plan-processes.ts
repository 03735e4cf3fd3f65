import { readFileSync } from 'node:fs'

/** Files in one process at most: enough that its start costs each a little, few enough that no process is waited for at the end. */
const MOST = 16

/** The same of tests in a browser, which take longer. */
const MOST_SCREENS = 4

/** Tests of machines and of what is shipped, and long runs, whose start costs little beside the rest. */
const LONG = /^test\/(?:simulations|package|bad-days)\//

/** Tests in a browser are spread over this share of the others. They take minutes: one that began last would run alone. */
const SPREAD_UNTIL = 0.85

/** A file with one of these in its text starts, changes or measures processes, and others could be measured or changed with it. */
const OF_PROCESSES =
  /\bprocess\.(?!env\[)[a-z]|\bprocess\.env\[[^\]]+\] = |node:(?:process|child_process|perf_hooks|v8|vm|worker_threads)|\bmock\.|\/(?:server-process|loopback)\.ts'/

/**
 * Says which test files run in one process, one after another: those of a district, in the order given. To load the product and to
 * warm it up costs a second of processor time, more than what most files then do with it. The tests in a browser are spread.
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
    const most = district === 'test/screens' ? MOST_SCREENS : MOST
    if (!isAlone && begun && begun.length < most) begun.push(file)
    else {
      const process = [file]
      plan.push(process)
      if (!isAlone) open.set(district, process)
    }
  }
  return spreadScreens(plan)
}

/**
 * Spreads the tests in a browser evenly among the others. They keep every core busy and would slow each other down, while the
 * others wait half of their time: for PostgreSQL, for a machine that boots, for a process that ends.
 */
function spreadScreens(plan: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isScreens = ([file]: readonly string[]) => districtOf(file!) === 'test/screens'
  const screens = plan.filter(isScreens)
  const others = plan.filter((one) => !isScreens(one))
  const step = (others.length * SPREAD_UNTIL) / screens.length
  const spread = [...others]
  // From the last on, so that the places before stay as they are.
  for (const [index, one] of [...screens.entries()].reverse()) {
    spread.splice(Math.floor(index * step), 0, one)
  }
  return spread
}

/** `src/budget` of a test of the product, `web` of one of the application, `test/screens` of one in a browser. */
function districtOf(file: string): string {
  return /^(?:src\/[^/]+|test\/screens|[^/]+)/.exec(file)![0]
}
