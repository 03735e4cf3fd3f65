/**
 * Returns the form in which e-mail addresses are looked up, compared and counted: trimmed, with ASCII letters in lower case.
 * Other letters are unchanged, because JavaScript and databases disagree about their case (`İ`). The database's function
 * `canonical_email` does the same for stored addresses.
 */
export function canonicalEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
