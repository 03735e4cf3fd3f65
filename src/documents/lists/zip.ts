import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive, made when its turn comes. */
export type ZipPart = {
  readonly name: string
  readonly content: AsyncIterable<string | Uint8Array>
}

/** The same for every file, so that equal contents make equal archives. */
// oxlint-disable-next-line no-restricted-globals -- yazl takes nothing else
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }

/** Packs files into a ZIP archive, one after the other, in constant memory. */
export async function* zipOf(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const out = zip.outputStream as PassThrough
  let current: Readable | null = null
  let hasEnded = false
  const fail = (error: unknown) => void out.destroy(error as Error)
  zip.on('error', fail)
  const fill = async () => {
    for await (const { name, content } of parts) {
      if (hasEnded) return
      current = Readable.from(bytesOf(content), { objectMode: false })
      zip.addReadStream(current, name, OPTIONS)
      await finished(current)
    }
    zip.end()
  }
  const filling = fill().catch(fail)
  try {
    for await (const bytes of out) yield bytes as Uint8Array
  } finally {
    hasEnded = true
    // If nobody takes the rest, what is being read ends too.
    ;(current as Readable | null)?.destroy()
    await filling
  }
}

/** Bytes that are handed over at once. */
const PIECE = 64 * 1024

async function* bytesOf(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes = Buffer.from(piece as string)
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
  }
}
