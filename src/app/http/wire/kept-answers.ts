/** Answers to reads that hold as long as their household stays as it is. */
export type KeptAnswers = {
  readonly find: (asked: Asked) => string | undefined
  readonly keep: (asked: Asked, body: string) => void
}

export type Asked = {
  /** The household, its day, and what was asked. */
  readonly what: string
  /** The state of the household before the answer was read, so that a kept answer is never older than one read in that state. */
  readonly state: string
  /** When it was asked, in epoch milliseconds. */
  readonly at: number
}

/**
 * Letters. Most answers have one byte a letter, so that this is about their memory: a first page of the transactions of a
 * thousand households.
 */
const LETTERS_MAX = 24 * 1024 * 1024
/** Requests whose answers were given once. */
const ONCE_MAX = 4000
/** A longer answer would push too many others out. */
const ANSWER_MAX = 256 * 1024
/**
 * Milliseconds for which an answer stays that was asked for. If more is asked for in turns than there is room for, each answer
 * would otherwise push out one that is wanted before it is, and none would ever be found.
 */
const STAYS_MS = 10_000

type Kept = { readonly state: string; readonly body: string; readonly at: number }

/**
 * Keeps the answers that were given last. A program that asks for the same thing again costs no statement but its admission, also
 * if it knows no `If-None-Match`. An answer is kept when it is given the second time: to keep those that nobody asks for again would
 * cost the collection of what is dropped.
 */
export function keepAnswers(lettersMax = LETTERS_MAX, answerMax = ANSWER_MAX): KeptAnswers {
  const kept = new Map<string, Kept>()
  const once = new Map<string, string>()
  let letters = 0
  const drop = (what: string) => {
    letters -= kept.get(what)?.body.length ?? 0
    kept.delete(what)
  }
  const makeRoom = (wanted: number, at: number) => {
    for (const [oldest, { at: asked }] of kept) {
      if (letters + wanted <= lettersMax || at - asked < STAYS_MS) break
      drop(oldest)
    }
    return letters + wanted <= lettersMax
  }
  return {
    find: ({ what, state, at }) => {
      const found = kept.get(what)
      if (found?.state !== state) return undefined
      // Moves it behind the others: those that were not asked for longest are dropped first.
      kept.delete(what)
      kept.set(what, { ...found, at })
      return found.body
    },
    keep: ({ what, state, at }, body) => {
      drop(what)
      if (once.get(what) !== state) {
        once.delete(what)
        once.set(what, state)
        for (const oldest of once.keys().take(Math.max(0, once.size - ONCE_MAX)))
          once.delete(oldest)
        return
      }
      once.delete(what)
      if (body.length > answerMax || !makeRoom(body.length, at)) return
      kept.set(what, { state, body, at })
      letters += body.length
    },
  }
}
