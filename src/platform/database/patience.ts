import type { Writable } from 'node:stream'

/** A timer for the unanswered statements of a connection. */
export type Patience = {
  readonly sent: () => void
  readonly answered: () => void
}

/** Called once in so many milliseconds without an answer: the server may have been replaced by another. */
export type Doubt = { readonly every: number; readonly call: () => void }

type Limits = {
  /** Milliseconds without an answer after which the connection is closed. */
  readonly most: number
  readonly doubt: Doubt | null
}

/**
 * Closes a connection that has not answered for `most` milliseconds since its last statement; waiting statements fail.
 * One timer per connection, restarted by each statement. With pg's own timer per statement, answers survived the quick
 * garbage collections, and half of the server's memory was old answers.
 */
export function createPatience(stream: Writable, { most, doubt }: Limits): Patience {
  let [waiting, silent] = [0, 0]
  const step = Math.min(doubt?.every ?? most, most)
  const timer = setTimeout(() => {
    if (waiting === 0) return
    silent += step
    if (silent >= most) {
      stream.destroy(unanswered(most))
      return
    }
    doubt?.call()
    timer.refresh()
  }, step).unref()
  stream.once('close', () => clearTimeout(timer))
  return {
    sent: () => {
      waiting += 1
      silent = 0
      timer.refresh()
    },
    answered: () => {
      waiting -= 1
    },
  }
}

/** Doubts as long as the work has not ended. */
export function doubting<T>(work: Promise<T>, { every, call }: Doubt): Promise<T> {
  const timer = setInterval(call, every)
  return work.finally(() => clearInterval(timer))
}

function unanswered(milliseconds: number): Error {
  const message = `The database has not answered for ${milliseconds / 1000} seconds.`
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' })
}
