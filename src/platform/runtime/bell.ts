/** The messages between parts of a process. */
export type Signal =
  /** A delivery is due. */
  | 'due'
  /** A delivery that waits may no longer be sent. */
  | 'cancelled'
  /** A household has a payday or a due date to work off. */
  | 'days'
  /** An import is due, or soon will be. */
  | 'import'
  /** A notice is to be sent. */
  | 'notice'
  /** A mail of an account is to be sent. */
  | 'mail'
  /** A household is to be looked at for facts that members want to hear of. */
  | 'watch'
  /** A person waits for a backup, or for one to be restored. */
  | 'backup'
  | 'restore'
  /** The first account was created, or one was deleted. */
  | 'account'

/**
 * Messages within this process, which save waiting for the next look. They are only hints: other processes do not get them,
 * and find work by looking (`app/workers/lookout.ts`).
 */
export type Bell = {
  /** `householdId`: the only household that it is about; without it, it may be any. */
  readonly ring: (word: Signal, householdId?: string) => void
  /** Calls `listener` with every message, until the returned function is called. */
  readonly listen: (listener: Listener) => () => void
}

type Listener = (word: Signal, householdId?: string) => void

export function createBell(): Bell {
  const listeners = new Set<Listener>()
  return {
    ring: (word, householdId) => {
      for (const listener of listeners) listener(word, householdId)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
