/**
 * True if Node's parser stopped at a method that it does not know, in a request that is well-formed up to there: no endpoint has
 * such a method. All that there are consist of capitals.
 */
export function hasUnknownMethod(error: unknown): boolean {
  if (!(error instanceof Error && 'rawPacket' in error && 'bytesParsed' in error)) return false
  const { rawPacket, bytesParsed } = error
  const isMethod = 'code' in error && error.code === 'HPE_INVALID_METHOD'
  if (!isMethod || !Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number') return false
  const text = rawPacket.toString('latin1')
  const line = text.slice(text.lastIndexOf('\n', bytesParsed - 1) + 1)
  return /^[A-Z-]+ \/[!-~]* HTTP\/1\.[01]\r\n/.test(line)
}
