import { pause } from './server.ts'

/** Requests that one key may make in a minute. */
const KEY_PER_MINUTE = 60

/**
 * Keeps a run inside the product's rate limits: before a round that spends `perKey` requests of every key it waits,
 * where needed, for the next minute of the clock.
 */
export function createPace(): (perKey: number) => Promise<void> {
  let minute = 0
  let used = 0
  return async (perKey) => {
    if (minuteNow() !== minute) used = 0
    if (used + perKey > KEY_PER_MINUTE) {
      // A little into it: the server's clock is this one, but timers are early at times.
      await pause(60_050 - (Date.now() % 60_000))
      used = 0
    }
    minute = minuteNow()
    used += perKey
  }
}

function minuteNow(): number {
  return Math.floor(Date.now() / 60_000)
}
