import { StatementFault } from './fault.ts'
import { guessLegacyEncoding } from './legacy-encoding.ts'

export type Encoding = string

/** Limits how much of the file is searched for marks and declarations, in bytes. */
const HEAD_BYTES = 4096

/**
 * Detects the encoding of a text file: by its byte order mark, else UTF-8 if the whole file is valid UTF-8, else the
 * encoding that an XML file declares, else one that fits its letters and the currency of its account. Throws
 * StatementFault for binary files.
 */
export function createEncodingDetector(currency: string | null = null) {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let head = Buffer.alloc(0)
  let isUtf8 = true
  let isText = true
  const sample = createSample()
  const attempt = (bytes: Uint8Array | null) => {
    if (!isUtf8) return
    try {
      if (bytes === null) utf8.decode()
      else utf8.decode(bytes, { stream: true })
    } catch {
      isUtf8 = false
    }
  }
  return {
    push: (bytes: Uint8Array) => {
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, bytes.subarray(0, HEAD_BYTES - head.length)])
      }
      const kinds = kindsIn(bytes)
      isText &&= !kinds.hasControls
      attempt(bytes)
      sample.push(bytes, kinds.isHigh)
    },
    end: (): Encoding => {
      attempt(null)
      const marked = byMark(head) ?? byNuls(head)
      if (marked !== null) return marked
      if (!isText) throw new StatementFault(null, { name: 'not_text' })
      if (isUtf8) return 'utf-8'
      return declared(head.toString('latin1')) ?? guessLegacyEncoding(sample.end(), currency)
    },
  }
}

/** Limits the lines whose letters are examined, in bytes. */
const SAMPLE_BYTES = 65_536

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length >= SAMPLE_BYTES) {
    const end = second.indexOf(LINE_END)
    return end < 0 ? first : Buffer.concat([first, second.subarray(end)])
  }
  return first.length === 0 ? second : Buffer.concat([first, second])
}

/** Collects the first lines that are not plain ASCII. */
function createSample() {
  const lines: Uint8Array[] = []
  let size = 0
  let rest: Uint8Array = NOTHING
  let isOpenHigh = false
  /** Keeps the beginning of a line that has not ended; one that never ends is cut off. */
  const keep = (line: Uint8Array) => {
    rest = Uint8Array.from(line.subarray(0, SAMPLE_BYTES))
  }
  const take = (line: Uint8Array) => {
    const cut = line.subarray(0, SAMPLE_BYTES)
    if (size >= SAMPLE_BYTES || !cut.some((byte) => byte > 0x7f)) return
    lines.push(cut)
    size += cut.length
  }
  return {
    /** Takes the next piece. The sample must be the same for pieces of any size, so the line that is open is kept. */
    push: (bytes: Uint8Array, isHigh: boolean): void => {
      if (size >= SAMPLE_BYTES) return
      if (!isHigh && !isOpenHigh) {
        const end = bytes.lastIndexOf(LINE_END)
        keep(end < 0 ? joined(rest, bytes) : bytes.subarray(end + 1))
        return
      }
      const text = joined(rest, bytes)
      let start = 0
      for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, start)) {
        take(text.subarray(start, at + 1))
        start = at + 1
        if (size >= SAMPLE_BYTES) return
      }
      keep(text.subarray(start))
      isOpenHigh = rest.some((byte) => byte > 0x7f)
    },
    end: (): Uint8Array => {
      take(rest)
      return Buffer.concat(lines)
    },
  }
}

const LINE_END = 0x0a
const NOTHING = new Uint8Array()

/** Looks for control characters and for bytes above 127. */
function kindsIn(bytes: Uint8Array): { readonly hasControls: boolean; readonly isHigh: boolean } {
  let hasControls = false
  let isHigh = false
  for (const byte of bytes) {
    if (byte > 0x7f) isHigh = true
    else if (byte < 0x20 && isControl(byte)) hasControls = true
  }
  return { hasControls, isHigh }
}

/** Control characters prove a binary file, except tabs, line and page ends and Ctrl-Z, which ended files in CP/M and DOS. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && !swiftMarks.has(byte)
}

/** Begin and end a message of SWIFT. */
const swiftMarks = new Set([0x01, 0x03])

function byMark(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return null
}

/** Recognizes UTF-16 without a mark: every other byte of Latin text is zero. */
function byNuls(head: Buffer): Encoding | null {
  if (head.length < 8) return null
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1
  const most = (head.length / 2) * 0.8
  if (zeros[1]! > most && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > most && zeros[1] === 0) return 'utf-16be'
  return null
}

function declared(head: string): Encoding | null {
  const xml = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1]
  const label = xml ?? /<meta\s[^<>]*charset\s?=\s?["']?([\w.:-]+)/i.exec(head)?.[1]
  if (label === undefined || /^utf/i.test(label)) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
