/** A pseudorandom generator: the same seed gives the same values on every machine. */
export type Chance = {
  /** Returns true with this probability (0 to 1). */
  readonly happens: (probability: number) => boolean
  /** Returns an integer from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

/** Creates a Mulberry32 generator from a hash of the seed: small, fast and sufficient for demo data. */
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

/** Hashes a text with FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const unit of text) value = Math.imul(value ^ unit.codePointAt(0)!, 0x01000193)
  return value
}
