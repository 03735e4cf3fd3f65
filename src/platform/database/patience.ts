import type { Writable } from 'node:stream'

/** A timer for the unanswered statements of a connection. */
export type Patience = {
  readonly sent: () => void
  readonly answered: () => void
}

/**
 * Closes a connection that has not answered for this many milliseconds since its last statement; waiting statements fail.
 * One timer per connection, restarted by each statement. With pg's own timer per statement, answers survived the quick
 * garbage collections, and half of the server's memory was old answers.
 */
export function createPatience(stream: Writable, milliseconds: number): Patience {
  let waiting = 0
  const timer = setTimeout(() => {
    if (waiting > 0) stream.destroy(unanswered(milliseconds))
  }, milliseconds).unref()
  stream.once('close', () => clearTimeout(timer))
  return {
    sent: () => {
      waiting += 1
      timer.refresh()
    },
    answered: () => {
      waiting -= 1
    },
  }
}

function unanswered(milliseconds: number): Error {
  const message = `The database has not answered for ${milliseconds / 1000} seconds.`
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' })
}
