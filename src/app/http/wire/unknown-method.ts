import { parserStopOf } from './parser-stop.ts'

/**
 * Tells if a request has a method that Node's parser does not know, and a well-formed first line. No endpoint has such a method.
 * A method in small letters counts as malformed.
 */
export function hasUnknownMethod(error: unknown): boolean {
  const stop = parserStopOf(error)
  if (stop === null || codeOf(error) !== 'HPE_INVALID_METHOD') return false
  const start = stop.packet.lastIndexOf('\n', stop.parsed - 1) + 1
  return /^[A-Z-]+ \/[!-~]* HTTP\/1\.[01]\r\n/.test(stop.packet.slice(start))
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
