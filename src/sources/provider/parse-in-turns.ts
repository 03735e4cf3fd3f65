import { letOthers } from './take-turns.ts'

/** Bytes that are looked through, or parsed, in one turn: about a millisecond. */
const TURN_BYTES = 32 * 1024

type Asked = {
  /** How many arrays and objects lie around the members of a long array: of `{"rows": [1, 2]}` two. */
  readonly depth: number
  /** Called with each piece of text before it is parsed. */
  readonly prepare: (text: string) => string
}

/**
 * As `JSON.parse`, for text of many megabytes: the members of arrays at `depth` are parsed by themselves, some at a time,
 * and between them whatever else is there to do has its turn. What is around them is parsed last. Throws SyntaxError for
 * whatever `JSON.parse` does.
 */
export async function parseInTurns(bytes: Uint8Array, asked: Asked): Promise<unknown> {
  const { outline, arrays } = await takeApart(bytes, asked)
  return putTogether(JSON.parse(outline), asked.depth, arrays)
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]

type Parts = {
  /** The text with the number of each array in place of its members. */
  readonly outline: string
  readonly arrays: readonly (readonly unknown[])[]
}

async function takeApart(sent: Uint8Array, { depth, prepare }: Asked): Promise<Parts> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const textOf = (from: number, to: number) => prepare(bytes.toString('utf8', from, to))
  const arrays: unknown[][] = []
  const outline: string[] = []
  let members: unknown[] | null = null
  let around = 0
  let isText = false
  // Where what is not parsed or written down yet begins.
  let from = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  let turn = TURN_BYTES
  for (let at = from; at < bytes.length; at += 1) {
    if (at > turn) {
      await letOthers()
      turn = at + TURN_BYTES
    }
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === BRACKET || byte === BRACE) {
      around += 1
      if (around !== depth || byte === BRACE) continue
      outline.push(textOf(from, at + 1))
      from = at + 1
      members = []
    } else if (byte === BRACKET_END || byte === BRACE_END) {
      around -= 1
      if (around !== depth - 1 || members === null) continue
      const rest = textOf(from, at)
      // An array without members has no text but blanks, which stays.
      if (members.length > 0 || rest.trim() !== '') {
        members.push(JSON.parse(rest))
        outline.push(String(arrays.length))
        arrays.push(members)
        from = at
      }
      members = null
    } else if (byte === COMMA && around === depth && members !== null) {
      members.push(JSON.parse(textOf(from, at)))
      from = at + 1
    }
  }
  outline.push(textOf(from, bytes.length))
  return { outline: outline.join(''), arrays }
}

/** Each array at `depth` is a number in its own brackets, in the outline: nothing else is left at that depth. */
function putTogether(
  value: unknown,
  depth: number,
  arrays: readonly (readonly unknown[])[],
): unknown {
  if (Array.isArray(value)) {
    if (depth === 1) return value.length === 0 ? value : arrays[value[0] as number]
    return value.map((member) => putTogether(member, depth - 1, arrays))
  }
  if (value === null || typeof value !== 'object' || depth === 1) return value
  for (const [name, member] of Object.entries(value)) {
    Object.defineProperty(value, name, { value: putTogether(member, depth - 1, arrays) })
  }
  return value
}
