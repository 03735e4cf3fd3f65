import { StatementFault } from './fault.ts'

export type Encoding = string

/** How much of a file's beginning is looked at to tell what it is, in bytes. */
const HEAD_BYTES = 4096

/**
 * Tells how a file's text is encoded: by its byte order mark, else UTF-8 if all of it is, else what an XML file declares,
 * else windows-1252. Throws StatementFault for what is no text.
 */
export function createEncodingJudge() {
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

/** What no text has: control characters other than tabs, line and page ends, and the end of a file of old. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a
}

function byMark(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return null
}

/** UTF-16 without a mark: every other byte of what is written in Latin letters is zero. */
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
