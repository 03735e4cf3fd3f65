// oxlint-disable no-control-regex -- control characters are the point

/** Characters that move a terminal's cursor, colour it, talk to it, or turn its text around. */
const commanding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Removes what would command a terminal, because names and texts come from strangers. Lines and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(commanding, '')
}

/** As `printable`, on one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/[\t\n\r\u0085\u2028\u2029]+/g, ' '))
}
