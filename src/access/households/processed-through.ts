import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/**
 * Returns the last processed day, in a write. It is today, unless the household has moved to a zone where today is an
 * earlier day, or the engine has failed to process it.
 */
export function processedThrough({ workedOff }: Pick<Acting, 'workedOff'>): Day {
  if (workedOff === null) throw new Error('processedThrough is known only in a write')
  return workedOff
}
