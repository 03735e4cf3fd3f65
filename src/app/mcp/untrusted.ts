/** Code points of a text that a person or a bank wrote, as an answer shows it. */
const TEXT_MAX = 120
const NOTES_MAX = 300

/** Controls, directions and invisible characters: nobody sees them, and a model might obey them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu

/** Signs of markup, and the quotes in which our sentences put such texts. */
const signs: Readonly<Record<string, string>> = {
  '<': '‹',
  '>': '›',
  '`': '’',
  '“': '"',
  '”': '"',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '|': '/',
  '*': '·',
  '#': '♯',
}

/**
 * Makes a text harmless that somebody else may have written: the payee of a payment, a note, a name. It becomes one line of
 * bounded length without markup. Its words stay as they are, so an answer also names the field `untrusted_…`.
 */
export function tame(text: string, max = TEXT_MAX): string {
  // Judging millions of characters helps nobody; what is cut here would be cut below.
  const line = text
    .slice(0, max * 8)
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/[<>`“”[\]{}|*#]/g, (sign) => signs[sign]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const points = Array.from(line)
  return points.length > max ? `${points.slice(0, max - 1).join('')}…` : line
}

export function tameNotes(text: string): string {
  return tame(text, NOTES_MAX)
}

/** Puts a text of others into a sentence of ours. */
export function quote(text: string): string {
  return `“${tame(text, 60)}”`
}
