/** What parts of a process tell each other. */
export type Word =
  /** A delivery is due. */
  | 'due'
  /** A delivery that waits may no longer be sent. */
  | 'cancelled'
  /** Somebody waits for an import, or soon will. */
  | 'import'

/**
 * Word within this process, so that nobody waits for the next look. Only ever a hint: other processes hear nothing, and
 * find out by looking.
 */
export type Bell = {
  readonly ring: (word: Word) => void
  /** Has every word told to `listener`, until the function that is returned is called. */
  readonly listen: (listener: (word: Word) => void) => () => void
}

export function createBell(): Bell {
  const listeners = new Set<(word: Word) => void>()
  return {
    ring: (word) => {
      for (const listener of listeners) listener(word)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
