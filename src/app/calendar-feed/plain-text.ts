/** Characters of a name at most, in code points. */
const LENGTH_MAX = 120

/**
 * Prepares a text that people wrote for a line of a calendar: without control characters, which RFC 5545 forbids, without
 * characters that turn the direction of the text around them, and on one line.
 */
export function plainText(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\uFEFF]/g, '')
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
  const points = Array.from(plain)
  return points.length > LENGTH_MAX ? `${points.slice(0, LENGTH_MAX - 1).join('')}…` : plain
}
