/** Encodes a text as a bank's program would. The reverse of `TextDecoder`, for encodings of one and two bytes. */
export function encode(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  const bytes = tableOf(encoding)
  return Buffer.concat(
    Array.from(text, (character) => {
      const found = bytes.get(character)
      if (!found) throw new Error(`${encoding} has no ${character}`)
      return found
    }),
  )
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>()

function tableOf(encoding: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, Buffer>()
  const decoder = new TextDecoder(encoding)
  const singles = Array.from({ length: 256 }, (_, byte) => Buffer.from([byte]))
  const doubles =
    encoding === 'shift_jis'
      ? singles
          .slice(0x81)
          .flatMap((first) => singles.slice(0x40).map((second) => Buffer.concat([first, second])))
      : []
  for (const bytes of [...singles, ...doubles]) {
    const character = decoder.decode(bytes)
    if (Array.from(character).length === 1 && character !== '\ufffd' && !table.has(character)) {
      table.set(character, bytes)
    }
  }
  tables.set(encoding, table)
  return table
}
