/** The beginning of a text with a tab or line end, behind apostrophes that would not hold it back. */
const broken = /^'*[\t\r\n]/
/**
 * Places at which a spreadsheet may begin a cell and would compute it: the beginning of a text, and behind a semicolon, tab
 * or line end, by which some divide a file of commas too. Signs of formulas count in any width.
 */
const computed = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|')*[=+\-@＝＋－＠])/gu
/** The same places behind the apostrophe of `guardCell`. */
const guarded = /(?<=^|[;\t\r\n])'(?=(?:[^\S\t\r\n]|')*[=+\-@＝＋－＠])/gu

/** Puts an apostrophe before all that a spreadsheet would compute. `unguardCell` takes exactly these away. */
export function guardCell(text: string): string {
  const inner = text.replaceAll(computed, "'")
  return broken.test(text) ? `'${inner}` : inner
}

/** Returns the text that `guardCell` was given. */
export function unguardCell(cell: string): string {
  const isBroken = cell.startsWith("'") && broken.test(cell.slice(1))
  return (isBroken ? cell.slice(1) : cell).replaceAll(guarded, '')
}
