import { letOthers } from './take-turns.ts'

/** Bytes scanned in one turn: about a millisecond. */
const TURN_BYTES = 32 * 1024

type Options = {
  /** The nesting level of a long array's members: 2 in `{"rows": [1, 2]}`. */
  readonly depth: number
  /** Called with each piece of text before it is parsed. */
  readonly prepare: (text: string) => string
}

/**
 * Works as `JSON.parse` for text of many megabytes, without blocking the thread: members of arrays at `depth` are parsed
 * one by one, and other work runs in between. The text around them is parsed last. Throws SyntaxError as `JSON.parse` does.
 */
export async function parseInTurns(bytes: Uint8Array, options: Options): Promise<unknown> {
  const { outline, arrays } = await split(bytes, options)
  return join(JSON.parse(outline), options.depth, arrays)
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]

type Parts = {
  /** The text with each array's members replaced by the array's index. */
  readonly outline: string
  readonly arrays: readonly (readonly unknown[])[]
}

async function split(sent: Uint8Array, { depth, prepare }: Options): Promise<Parts> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  const textOf = (from: number, to: number) => prepare(bytes.toString('utf8', from, to))
  const arrays: unknown[][] = []
  const outline: string[] = []
  let members: unknown[] | null = null
  let level = 0
  let isText = false
  // The start of the text that is not yet parsed or copied to the outline.
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
      level += 1
      if (level !== depth || byte === BRACE) continue
      outline.push(textOf(from, at + 1))
      from = at + 1
      members = []
    } else if (byte === BRACKET_END || byte === BRACE_END) {
      level -= 1
      if (level !== depth - 1 || members === null) continue
      const rest = textOf(from, at)
      // An empty array stays in the outline as it is.
      if (members.length > 0 || rest.trim() !== '') {
        members.push(JSON.parse(rest))
        outline.push(String(arrays.length))
        arrays.push(members)
        from = at
      }
      members = null
    } else if (byte === COMMA && level === depth && members !== null) {
      members.push(JSON.parse(textOf(from, at)))
      from = at + 1
    }
  }
  outline.push(textOf(from, bytes.length))
  return { outline: outline.join(''), arrays }
}

/** Puts the arrays back into the outline, where each array at `depth` holds only its index. */
function join(value: unknown, depth: number, arrays: readonly (readonly unknown[])[]): unknown {
  if (Array.isArray(value)) {
    if (depth === 1) return value.length === 0 ? value : arrays[value[0] as number]
    return value.map((member) => join(member, depth - 1, arrays))
  }
  if (value === null || typeof value !== 'object' || depth === 1) return value
  for (const [name, member] of Object.entries(value)) {
    Object.defineProperty(value, name, { value: join(member, depth - 1, arrays) })
  }
  return value
}
