import { StatementFault } from './fault.ts'

export type Encoding = string

/** Limits how much of the file is searched for marks and declarations, in bytes. */
const HEAD_BYTES = 4096

/**
 * Detects the encoding of a text file: by its byte order mark, else UTF-8 if the whole file is valid UTF-8, else the
 * encoding that an XML file declares, else windows-1252. Throws StatementFault for binary files.
 */
export function createEncodingDetector() {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let head = Buffer.alloc(0)
  let isUtf8 = true
  let isText = true
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
      isText &&= !bytes.some(isControl)
      attempt(bytes)
    },
    end: (): Encoding => {
      attempt(null)
      const marked = byMark(head) ?? byNuls(head)
      if (marked !== null) return marked
      if (!isText) throw new StatementFault(null, { name: 'not_text' })
      if (isUtf8) return 'utf-8'
      return declared(head.toString('latin1')) ?? 'windows-1252'
    },
  }
}

/** Control characters prove a binary file, except tabs, line and page ends and Ctrl-Z, which ended files in CP/M and DOS. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a
}

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
  const label = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1]
  if (label === undefined || /^utf/i.test(label)) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
