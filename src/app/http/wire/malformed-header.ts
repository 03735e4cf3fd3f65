/**
 * The header in which Node's parser stopped reading a request, by the bytes that it had before it and how many of them it
 * took; null where that was in no header, or in one that began in an earlier packet.
 */
export function malformedHeader(error: unknown): string | null {
  if (!(error instanceof Error && 'rawPacket' in error && 'bytesParsed' in error)) return null
  const { rawPacket, bytesParsed } = error
  if (!Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number') return null
  const read = rawPacket.subarray(0, bytesParsed).toString('latin1')
  // A line feed ends the line that it is in.
  const start = read.lastIndexOf('\n', read.length - 2) + 1
  if (start === 0 || read.includes('\r\n\r\n')) return null
  return /^([\w!#$%&'*+.^`|~-]+):/.exec(read.slice(start))?.[1] ?? null
}
