/** The place where Node's HTTP parser stopped in a packet. */
export type ParserStop = {
  /** The packet, one letter a byte. */
  readonly packet: string
  /** The number of bytes that it parsed. */
  readonly parsed: number
}

/** Reads the place from an error of the parser; null for any other error. */
export function parserStopOf(error: unknown): ParserStop | null {
  if (!(error instanceof Error && 'rawPacket' in error && 'bytesParsed' in error)) return null
  const { rawPacket, bytesParsed } = error
  if (!Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number') return null
  return { packet: rawPacket.toString('latin1'), parsed: bytesParsed }
}
