const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes `req_` and a ULID: 48 bits of milliseconds and 80 random bits in Crockford's base 32. */
export function makeRequestId(now: Temporal.Instant, random: Uint8Array): string {
  let time = now.epochMilliseconds
  let text = ''
  for (let position = 0; position < 10; position += 1) {
    text = alphabet.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  // 16 characters of 5 bits, each from one random byte.
  for (let position = 0; position < 16; position += 1)
    text += alphabet.charAt(random[position]! % 32)
  return `req_${text}`
}
