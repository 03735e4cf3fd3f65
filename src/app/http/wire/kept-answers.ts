/** Answers to reads that hold as long as their household stays as it is, by the tag that names its state. */
export type KeptAnswers = {
  readonly find: (tag: string) => string | undefined
  readonly keep: (tag: string, body: string) => void
}

/** Letters. Most answers have one byte a letter, so that this is about their memory. */
const LETTERS_MAX = 4 * 1024 * 1024
/** Tags of answers that were given once. */
const ONCE_MAX = 1000
/** A longer answer would push too many others out. */
const ANSWER_MAX = LETTERS_MAX / 16

/**
 * Keeps the answers that were given last. A program that asks for the same thing again costs no statement but its admission, also
 * if it knows no `If-None-Match`. An answer is kept when it is given the second time: to keep those that nobody asks for again would
 * cost the collection of what is dropped. A tag names the state before the answer was read, so a kept answer is never older than
 * one that would be read for the tag.
 */
export function keepAnswers(lettersMax = LETTERS_MAX, answerMax = ANSWER_MAX): KeptAnswers {
  const kept = new Map<string, string>()
  const once = new Set<string>()
  let letters = 0
  const drop = (tag: string) => {
    letters -= kept.get(tag)?.length ?? 0
    kept.delete(tag)
  }
  return {
    find: (tag) => {
      const body = kept.get(tag)
      if (body === undefined) return undefined
      // Moves it behind the others: those that were not asked for longest are dropped first.
      kept.delete(tag)
      kept.set(tag, body)
      return body
    },
    keep: (tag, body) => {
      drop(tag)
      if (!once.delete(tag)) {
        once.add(tag)
        for (const oldest of once.values().take(Math.max(0, once.size - ONCE_MAX)))
          once.delete(oldest)
        return
      }
      if (body.length > answerMax) return
      kept.set(tag, body)
      letters += body.length
      for (const oldest of kept.keys()) {
        if (letters <= lettersMax) break
        drop(oldest)
      }
    },
  }
}
