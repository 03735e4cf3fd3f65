/** Control characters except tabs and line ends; PostgreSQL stores no NUL. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

/** Makes text of a foreign file storable, cut to a number of characters: no control characters, no broken pairs. */
export function plainText(text: string, max: number): string {
  const plain = text.replaceAll(CONTROL, '').toWellFormed()
  return plain.length <= max ? plain : Array.from(plain).slice(0, max).join('')
}
