/** A set of words' first letters, asked before the words themselves because most words begin none of them. */
export type Beginnings = {
  /** Adds the first letters of a word: one, two, … `START` of them. */
  readonly add: (word: string) => void
  /** False if no added word begins as this one does. May be true by chance, which costs a look at the words. */
  readonly mayHave: (word: string) => boolean
}

/** Letters that are compared. */
const START = 5
/** Bits, a power of two. For 12,000 beginnings one answer of twenty is true by chance. */
const SIZE = 2 ** 18

export function createBeginnings(): Beginnings {
  const bits = new Uint8Array(SIZE / 8)
  return {
    add: (word) => {
      let hash = SEED
      for (let at = 0; at < START && at < word.length; at += 1) {
        hash = mix(hash, word.charCodeAt(at))
        const bit = hash % SIZE
        bits[bit >>> 3]! |= 1 << (bit & 7)
      }
    },
    mayHave: (word) => {
      let hash = SEED
      for (let at = 0; at < START && at < word.length; at += 1)
        hash = mix(hash, word.charCodeAt(at))
      const bit = hash % SIZE
      return word !== '' && (bits[bit >>> 3]! & (1 << (bit & 7))) !== 0
    },
  }
}

/** FNV-1a of 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
const SEED = 0x811c_9dc5

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x0100_0193) >>> 0
}
