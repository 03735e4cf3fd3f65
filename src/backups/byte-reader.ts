/** Reads a stream of bytes in lengths that the caller chooses. */
export type ByteReader = {
  /** Returns the next line with its newline; null if it does not end within `most` bytes. */
  readonly takeLine: (most: number) => Promise<Buffer | null>
  /** Returns exactly so many bytes; null if fewer are left. */
  readonly take: (count: number) => Promise<Buffer | null>
  readonly isAtEnd: () => Promise<boolean>
  /** Bytes taken so far. */
  readonly taken: () => number
  /** Stops reading. */
  readonly close: () => Promise<void>
}

const NEWLINE = 0x0a

export function createByteReader(file: AsyncIterable<Uint8Array>): ByteReader {
  const source = file[Symbol.asyncIterator]()
  let held: Uint8Array[] = []
  let length = 0
  let taken = 0
  let ended = false
  /** Reads until `count` bytes are held or the stream ends. */
  const fill = async (count: number) => {
    while (length < count && !ended) {
      const next = await source.next()
      if (next.done) ended = true
      else if (next.value.length > 0) {
        held.push(next.value)
        length += next.value.length
      }
    }
    return length >= count
  }
  const join = () => {
    const all = Buffer.concat(held, length)
    held = [all]
    return all
  }
  const cut = (count: number) => {
    const all =
      held.length === 1 ? Buffer.from(held[0]!.buffer, held[0]!.byteOffset, length) : join()
    const rest = all.subarray(count)
    held = rest.length > 0 ? [rest] : []
    length = rest.length
    taken += count
    return all.subarray(0, count)
  }
  return {
    takeLine: async (most) => {
      for (let seen = 0; ;) {
        const end = length === 0 ? -1 : join().subarray(0, most).indexOf(NEWLINE, seen)
        if (end >= 0) return cut(end + 1)
        seen = length
        if (seen >= most || !(await fill(seen + 1))) return null
      }
    },
    take: async (count) => ((await fill(count)) ? cut(count) : null),
    isAtEnd: async () => !(await fill(1)),
    taken: () => taken,
    close: async () => void (await source.return?.()),
  }
}
