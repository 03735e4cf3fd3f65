/** Letters that Unicode does not split into a letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * Splits a text into the words by which brands are compared: lower case, no accents or signs. An apostrophe joins, and so
 * does a single `s`, because machines write `McDonald's` as `MCDONALDS` and as `MCDONALD S`.
 */
export function brandWords(text: string): string[] {
  const folded = isPlain.test(text) ? text.toLowerCase() : fold(text)
  const joined =
    folded.includes("'") || folded.includes(' ') || folded.includes('*') ? join(folded) : folded
  return joined.split(separators).filter((word) => word !== '')
}

/** Letters without marks, which most descriptors consist of. */
const isPlain = /^[\x20-\x7e]*$/

const separators = /[^\p{L}\p{N}]+/u

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}’‘`´]+/gu, (marks) => (/[’‘`´]/.test(marks) ? "'" : ''))
    .replaceAll(/[øæœßłđðþı]/g, (letter) => letters[letter]!)
}

function join(text: string): string {
  return text.replaceAll("'", '').replaceAll(/(?<=\p{L}{2})[\s*]s(?![\p{L}\p{N}])/gu, 's')
}
