import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/**
 * The last day whose paydays and due dates have been worked off, in a write: after it the future begins. That is today, save
 * where the household has moved to a zone in which an earlier day is today, or the engine cannot work it off.
 */
export function processedThrough({ workedOff }: Pick<Acting, 'workedOff'>): Day {
  if (workedOff === null) throw new Error('only a write knows which days are worked off')
  return workedOff
}
