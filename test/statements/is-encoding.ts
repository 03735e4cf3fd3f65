import { encodings } from '#/core/values/encodings.ts'
import type { Encoding } from '#/sources/statements/encoding.ts'

export function isEncoding(text: string): text is Encoding {
  return encodings.some((known) => known === text)
}
