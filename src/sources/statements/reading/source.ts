import { breathe } from '#/platform/runtime/breathe.ts'
import type { Encoding } from '#/sources/statements/encoding.ts'

/** Opens a file as a stream of pieces. It is called several times, because layouts are decided from all rows. */
export type Source = () => AsyncIterable<Uint8Array>

/** Bytes decoded at a time, so that readers hold only few rows and never a whole file as text. */
const PIECE_BYTES = 16_384
/** Bytes read in one turn of the event loop. */
const TURN_BYTES = 64 * PIECE_BYTES

/**
 * Decodes a file piece by piece. Files are read in processes of their own (`app/workers`, the command line), so this does
 * not make way for requests; it yields now and then because those processes report by timer that they are alive.
 */
export async function* decoded(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of source()) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
      if ((at + PIECE_BYTES) % TURN_BYTES === 0) await breathe()
    }
  }
  yield decoder.decode()
}

/** Reads the first bytes of a file, at least `max` of them if there are as many. */
export async function bytesOf(source: Source, max: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const bytes of source()) {
    pieces.push(bytes)
    length += bytes.length
    if (length >= max) break
  }
  return Buffer.concat(pieces)
}
