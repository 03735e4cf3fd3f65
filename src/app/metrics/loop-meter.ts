import { performance } from 'node:perf_hooks'
import { createHistogram, type Metric, observe } from './exposition.ts'

/** Milliseconds between looks. The timer costs about a hundred-thousandth of a processor. */
const EVERY = 50
/** Upper bounds of delays in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** How long the thread that answers requests lets other work wait. */
export type LoopMeter = { readonly read: () => readonly Metric[]; readonly stop: () => void }

/** Measures how late a timer fires. A histogram, unlike a maximum since the last look, serves any number of readers. */
export function createLoopMeter(): LoopMeter {
  const delays = createHistogram(BOUNDS)
  let due = performance.now() + EVERY
  const timer = setInterval(() => {
    const now = performance.now()
    observe(delays, Math.max(0, now - due) / 1000)
    due = now + EVERY
  }, EVERY)
  timer.unref()
  return {
    read: () => {
      const { active, idle } = performance.eventLoopUtilization()
      return [
        {
          name: 'earmark_event_loop_delay_seconds',
          help: 'How late timers fired: the time for which other work kept the process from answering.',
          type: 'histogram',
          samples: [{ histogram: delays }],
        },
        {
          name: 'earmark_event_loop_seconds_total',
          help: 'Time that the event loop spent working and waiting.',
          type: 'counter',
          samples: [
            { labels: { state: 'active' }, value: active / 1000 },
            { labels: { state: 'idle' }, value: idle / 1000 },
          ],
        },
      ]
    },
    stop: () => clearInterval(timer),
  }
}
