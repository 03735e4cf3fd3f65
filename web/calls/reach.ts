import { announce, onNoted } from './noted.ts'

/** Remembers if the last request got an answer of Earmark: a phone may have a network and yet not reach a server at home. */
let answered = true
let waiting = 0

/** True without a network, or if the last request got no answer of Earmark. */
export function isAway(): boolean {
  return !answered || !navigator.onLine
}

/** Returns how many records of this person wait on this device to be sent. */
export function countWaiting(): number {
  return waiting
}

/** Notes that a request was answered, or was not. */
export function noteReach(reached: boolean): void {
  if (answered === reached) return
  answered = reached
  announce()
}

export function noteWaiting(count: number): void {
  if (waiting === count) return
  waiting = count
  announce()
}

/**
 * Calls the listener when the server or a network is found or lost, old data is shown or replaced, or more or fewer records wait.
 * Returns a function that stops it.
 */
export function onReach(listener: () => void): () => void {
  const stop = onNoted(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
