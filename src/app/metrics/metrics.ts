import type { Runtime } from '#/platform/runtime/runtime.ts'
import { writeMetrics } from './exposition.ts'
import { createLoopMeter } from './loop-meter.ts'
import { readDatabase } from './read-database.ts'
import { type Pools, readProcess } from './read-process.ts'
import { createRequestMeter, type RequestMeter } from './request-meter.ts'

/** The metrics of this process. */
export type Metrics = {
  readonly requests: RequestMeter
  /** Writes all metrics in the text format. Simultaneous readers share one reading. */
  readonly write: () => Promise<string>
  readonly stop: () => void
}

export function createMetrics(runtime: Runtime, pools: Pools): Metrics {
  const requests = createRequestMeter()
  const loop = createLoopMeter()
  const read = async () => {
    const database = await readDatabase(runtime)
    const own = readProcess(pools, runtime.tally)
    return writeMetrics([...own, ...requests.read(), ...loop.read(), ...database])
  }
  let reading: Promise<string> | null = null
  return {
    requests,
    write: () => (reading ??= read().finally(() => (reading = null))),
    stop: loop.stop,
  }
}
