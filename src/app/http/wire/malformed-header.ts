import { parserStopOf } from './parser-stop.ts'

/**
 * Names the header in which Node's parser stopped, by the last packet and the number of bytes that it parsed. Null if it
 * stopped outside of a header, or in one that began in an earlier packet.
 */
export function malformedHeader(error: unknown): string | null {
  const stop = parserStopOf(error)
  if (stop === null) return null
  const read = stop.packet.slice(0, stop.parsed)
  // Skips a line feed at the end, which belongs to the line before it.
  const start = read.lastIndexOf('\n', read.length - 2) + 1
  if (start === 0 || read.includes('\r\n\r\n')) return null
  return /^([\w!#$%&'*+.^`|~-]+):/.exec(read.slice(start))?.[1] ?? null
}
