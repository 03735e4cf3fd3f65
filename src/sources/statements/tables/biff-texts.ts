import { StatementFault } from '#/sources/statements/fault.ts'

const STRINGS_MAX = 2_000_000
const CHARACTERS_MAX = 48 * 1024 * 1024

/** Reads a text with its length in one or two bytes, and a byte that says how wide its characters are. */
export function readBiffText(data: Buffer, at: number, lengthBytes: 1 | 2): string {
  if (at + lengthBytes + 1 > data.length) return ''
  const length = lengthBytes === 1 ? data[at]! : data.readUInt16LE(at)
  const from = at + lengthBytes + 1
  const isWide = (data[at + lengthBytes]! & 1) !== 0
  return isWide
    ? data.toString('utf16le', from, from + length * 2)
    : data.toString('latin1', from, from + length)
}

/**
 * Reads the texts that cells share. Their record goes on in others, also in the middle of a text, whose characters may
 * then have another width.
 */
export function createSharedStrings() {
  let parts: Buffer[] = []
  return {
    begin: (data: Buffer): void => {
      parts = [data]
    },
    more: (data: Buffer): void => {
      parts.push(data)
    },
    end: (): readonly string[] => (parts.length === 0 ? [] : readStrings(parts)),
  }
}

function readStrings(parts: readonly Buffer[]): readonly string[] {
  const first = parts[0]!
  if (first.length < 8) throw damaged()
  const count = first.readUInt32LE(4)
  if (count > STRINGS_MAX) throw new StatementFault(null, { name: 'unpacks_too_large' })
  const cursor = createCursor(parts, 8)
  const strings: string[] = []
  let characters = 0
  while (strings.length < count) {
    const length = cursor.number(2)
    const flags = cursor.number(1)
    const runs = (flags & 8) !== 0 ? cursor.number(2) : 0
    const extra = (flags & 4) !== 0 ? cursor.number(4) : 0
    const text = cursor.text(length, (flags & 1) !== 0)
    cursor.skip(runs * 4 + extra)
    characters += text.length
    if (characters > CHARACTERS_MAX) throw new StatementFault(null, { name: 'unpacks_too_large' })
    strings.push(text)
  }
  return strings
}

/** Walks through the parts of one record. */
function createCursor(parts: readonly Buffer[], start: number) {
  let part = 0
  let at = start
  const settle = () => {
    while (part < parts.length && at >= parts[part]!.length) {
      at -= parts[part]!.length
      part += 1
    }
    if (part >= parts.length) throw damaged()
    return parts[part]!
  }
  const byte = () => {
    const data = settle()
    at += 1
    return data[at - 1]!
  }
  return {
    number: (bytes: 1 | 2 | 4): number => {
      let value = 0
      for (let index = 0; index < bytes; index += 1) value += byte() * 256 ** index
      return value
    },
    text: (length: number, isWide: boolean): string => {
      let text = ''
      let wide = isWide
      while (text.length < length) {
        const before = part
        const data = settle()
        // A part that begins in the middle of a text says again how wide its characters are.
        if (part !== before) {
          wide = (data[at]! & 1) !== 0
          at += 1
        }
        const width = wide ? 2 : 1
        const taken = Math.min(length - text.length, Math.floor((data.length - at) / width))
        if (taken <= 0) {
          if (at >= data.length) continue
          throw damaged()
        }
        text += data.toString(wide ? 'utf16le' : 'latin1', at, at + taken * width)
        at += taken * width
      }
      return text
    },
    skip: (bytes: number): void => {
      at += bytes
    },
  }
}

function damaged(): StatementFault {
  return new StatementFault(null, { name: 'workbook_damaged' })
}
