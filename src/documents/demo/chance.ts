/** Chance that repeats itself: the same seed draws the same values, on every machine. */
export type Chance = {
  /** Whether something of this probability (0 to 1) happens. */
  readonly happens: (probability: number) => boolean
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

/** Mulberry32 over a hash of the seed: small, fast, and good enough to invent a life with. */
export function createChance(seed: string): Chance {
  let state = hash(seed)
  const draw = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(draw() * (high - low + 1))
  return {
    happens: (probability) => draw() < probability,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
  }
}

// FNV-1a.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ unit.codePointAt(0)!, 0x01000193)
  return value
}
