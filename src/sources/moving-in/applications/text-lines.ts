import { createEncodingDetector, type Encoding } from '#/sources/statements/encoding.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { MoveFile } from './move-file.ts'
import { MoveFault } from './move-fault.ts'

const PIECE_BYTES = 64 * 1024
/** A longer line is not a line of any export. */
const LINE_MAX = 100_000

/** Detects the encoding of a file. Null if it is not text. */
export async function encodingOf(file: MoveFile): Promise<Encoding | null> {
  const detector = createEncodingDetector()
  for await (const bytes of file.open()) detector.push(bytes)
  try {
    return detector.end()
  } catch {
    return null
  }
}

/** Decodes a file piece by piece, and yields to other work in between. */
export async function* decoded(file: MoveFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of file.open()) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
      await breathe()
    }
  }
  yield decoder.decode()
}

export type TextLine = { readonly line: number; readonly text: string }

/** Yields the lines of a file in batches; they end with CRLF, LF or CR. */
export async function* textLines(
  file: MoveFile,
  encoding: Encoding,
): AsyncGenerator<readonly TextLine[]> {
  let rest = ''
  let line = 0
  const number = (text: string): TextLine => {
    line += 1
    return { line, text: text.trimEnd() }
  }
  for await (const text of decoded(file, encoding)) {
    const [...parts] = `${rest}${text}`.split(/\r\n|\n|\r(?!$|\n)/)
    rest = parts.pop() ?? ''
    if (rest.length > LINE_MAX) throw new MoveFault(file.name, line + 1, { name: 'line_too_long' })
    yield parts.map(number)
  }
  if (rest !== '') yield [number(rest)]
}
