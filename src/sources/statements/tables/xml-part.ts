import { breathe } from '#/platform/runtime/breathe.ts'
import { createMarkup, decodeEntities, type Token } from '#/sources/statements/markup/markup.ts'
import type { Parts } from './parts.ts'

/** Bytes read in one turn of the event loop. */
const TURN_BYTES = 1024 * 1024

/** Reads one part of a workbook as XML, token by token, with the blanks around its texts. */
export async function readPart(
  parts: Parts,
  name: string,
  onToken: (token: Token) => void,
): Promise<void> {
  const markup = createMarkup(onToken, { keepsBlanks: true })
  let decoder: TextDecoder | null = null
  let turn = 0
  for await (const bytes of parts.read(name)) {
    decoder ??= new TextDecoder(encodingOf(bytes))
    markup.push(decoder.decode(bytes, { stream: true }))
    turn += bytes.length
    if (turn < TURN_BYTES) continue
    turn = 0
    await breathe()
  }
  markup.push(decoder?.decode() ?? '')
  markup.end()
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Returns the value of an attribute of any namespace; null without it. */
export function attribute(attributes: string, name: string): string | null {
  for (const [, written = '', double, single] of attributes.matchAll(pairs)) {
    if (written === name || written.endsWith(`:${name}`)) {
      return decodeEntities(double ?? single ?? '')
    }
  }
  return null
}

const pairs = /(?<![\w.:-])([\w.:-]+)\s?=\s?(?:"([^"]*)"|'([^']*)')/g

/** Excel writes characters that XML does not allow as `_x000D_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
