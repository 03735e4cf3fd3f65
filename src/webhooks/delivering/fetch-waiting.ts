import type { Runtime } from '#/platform/runtime/runtime.ts'
import { cancel, leadsTo, openDestination, postpone } from './attempt.ts'
import { clockOf, type Desk, keep, keyOf } from './dispatcher.ts'
import { type Due, fetchDue, type Wanted } from './fetch-due.ts'
import { fill, type Lane } from './queue.ts'
import type { Result } from './record-results.ts'

/** Fetches what is due into its lanes. What may not be sent is settled at once. */
export async function fetchWaiting(desk: Desk, wanted: readonly Wanted[]): Promise<void> {
  const [withdrawals, now] = [desk.withdrawals, clockOf(desk)]
  const found = Map.groupBy(await fetchDue(desk.runtime, wanted), keyOf)
  if (withdrawals !== desk.withdrawals) return
  for (const want of wanted) {
    const lane = desk.lanes.get(keyOf(want))
    if (lane === undefined || lane.closed) continue
    const dues = found.get(keyOf(want)) ?? []
    const sendable = dues.filter((due) => {
      const result = resultUnsent(desk, lane, due)
      if (result !== null) keep(desk, lane, result)
      return result === null
    })
    fill(lane, { wanted: want, found: dues, now, sendable })
    if (sendable.length > 0) desk.ready.add(lane)
  }
}

/** What an obstacle cancels, or a fault of ours postpones, is recorded without an attempt; null: it may be sent. */
function resultUnsent({ runtime }: Desk, lane: Lane, due: Due): Result | null {
  if (due.obstacle !== null) return cancel(runtime, due, due.obstacle)
  if (due.url !== null) arrive(runtime, lane, due)
  return lane.to === null ? postpone(runtime, due) : null
}

/** With each fetch comes where to, as it is now. */
function arrive(runtime: Runtime, lane: Lane, due: Due): void {
  if (lane.sending === 0) lane.silent = Math.max(lane.silent, due.silent ?? 0)
  if (lane.to !== null && leadsTo(lane.to, due)) return
  try {
    lane.to = openDestination(runtime, due)
  } catch (error) {
    lane.to = null
    runtime.log('error', 'deliveries.secret_unreadable', { webhook_id: due.webhook_id, error })
  }
}
