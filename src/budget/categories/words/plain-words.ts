import { fold } from '#/core/values/fold.ts'

/** Letters without an accent that could be removed, and the plain letters that replace them. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** The most characters that are read; descriptors are shorter. */
const LENGTH_MAX = 300

/** Splits a text into plain words: lower case, without accents, and letters separate from digits (`MIETE04` is two words). */
export function plainWords(text: string): string[] {
  const plain = fold(text.slice(0, LENGTH_MAX)).replaceAll(/[øæœłßđðþı]/g, (one) => letters[one]!)
  return plain.match(/\p{L}+|\p{N}+/gu) ?? []
}
