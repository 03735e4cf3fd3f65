const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `req_` and a ULID: 48 bits of milliseconds and 80 random bits in Crockford's base 32. */
export function makeRequestId(now: Temporal.Instant, random: Uint8Array): string {
  let time = now.epochMilliseconds
  let text = ''
  for (let place = 0; place < 10; place += 1) {
    text = alphabet.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  // 16 characters of 5 bits each, one random byte a character.
  for (let place = 0; place < 16; place += 1) text += alphabet.charAt(random[place]! % 32)
  return `req_${text}`
}
