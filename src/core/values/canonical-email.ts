/**
 * The form in which e-mail addresses are looked up, compared and counted: without blanks around it, ASCII letters in lower case.
 * Other letters stay as they are, because languages and databases disagree about their case (`İ`). The database's
 * `canonical_email` does the same to what is stored.
 */
export function canonicalEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
