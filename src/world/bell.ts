/**
 * Word within this process of what concerns deliveries, so that nobody waits for the next look. Only ever a hint:
 * other processes hear nothing, and find out by looking.
 */
export type Bell = {
  /** Something is due. */
  readonly due: () => void
  /** Something that waits may no longer be sent. */
  readonly withdrawn: () => void
  /** Has both told to `listener`, until the function that is returned is called. */
  readonly listen: (listener: (word: 'due' | 'withdrawn') => void) => () => void
}

export function createBell(): Bell {
  const listeners = new Set<(word: 'due' | 'withdrawn') => void>()
  const tell = (word: 'due' | 'withdrawn') => {
    for (const listener of listeners) listener(word)
  }
  return {
    due: () => tell('due'),
    withdrawn: () => tell('withdrawn'),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
