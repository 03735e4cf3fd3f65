import type { Writable } from 'node:stream'

/** How long a connection may leave a statement without an answer. */
export type Patience = {
  readonly sent: () => void
  readonly answered: () => void
}

/**
 * Cuts a connection that has left a statement unanswered for so many milliseconds since it was last sent one; what
 * waits on it fails. There is one timer a connection, wound up again by each statement: with one a statement, as pg
 * has them, every answer outlived the collections that are quick, and half of the server's memory was answers given.
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
