/** Answers to reads that hold as long as their household stays as it is, by its state, its day and what was asked. */
export type KeptAnswers = {
  readonly find: (asked: string) => string | undefined
  readonly keep: (asked: string, body: string) => void
}

/** Letters. Most answers have one byte a letter, so that this is about their memory. */
const LETTERS_MAX = 4 * 1024 * 1024
/** Requests whose answers were given once. */
const ONCE_MAX = 1000
/** A longer answer would push too many others out. */
const ANSWER_MAX = LETTERS_MAX / 16

/**
 * Keeps the answers that were given last. A program that asks for the same thing again costs no statement but its admission, also
 * if it knows no `If-None-Match`. An answer is kept when it is given the second time: to keep those that nobody asks for again would
 * cost the collection of what is dropped. The state is the one before the answer was read, so a kept answer is never older than
 * one that would be read in that state.
 */
export function keepAnswers(lettersMax = LETTERS_MAX, answerMax = ANSWER_MAX): KeptAnswers {
  const kept = new Map<string, string>()
  const once = new Set<string>()
  let letters = 0
  const drop = (asked: string) => {
    letters -= kept.get(asked)?.length ?? 0
    kept.delete(asked)
  }
  return {
    find: (asked) => {
      const body = kept.get(asked)
      if (body === undefined) return undefined
      // Moves it behind the others: those that were not asked for longest are dropped first.
      kept.delete(asked)
      kept.set(asked, body)
      return body
    },
    keep: (asked, body) => {
      drop(asked)
      if (!once.delete(asked)) {
        once.add(asked)
        for (const oldest of once.values().take(Math.max(0, once.size - ONCE_MAX)))
          once.delete(oldest)
        return
      }
      if (body.length > answerMax) return
      kept.set(asked, body)
      letters += body.length
      for (const oldest of kept.keys()) {
        if (letters <= lettersMax) break
        drop(oldest)
      }
    },
  }
}
