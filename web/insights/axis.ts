import { scaleLinear } from 'd3-scale'
import type { Axis } from './bars.tsx'

/** An end that is shorter than this share of the other is not rounded, or a small debt would have a whole step. */
const SMALL = 0.25

/** Makes an axis of about four ticks that reaches from the lowest to the highest amount, with zero. */
export function axisOf(amounts: readonly number[]): Axis {
  const low = Math.min(0, ...amounts)
  const high = Math.max(low === 0 ? 1 : 0, ...amounts)
  const [niceLow = low, niceHigh = high] = scaleLinear().domain([low, high]).nice(4).domain()
  const domain = [
    -low < high * SMALL ? low : niceLow,
    high < -low * SMALL ? high : niceHigh,
  ] as const
  const scale = scaleLinear(domain, [1, 0])
  return { ticks: scale.ticks(4), place: (cents) => scale(cents) }
}
