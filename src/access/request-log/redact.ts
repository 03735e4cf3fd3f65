/** Names whose values are secret, wherever they stand. */
const secretName = /auth|token|secret|password|passwd|cookie|signature|api[-_]?key|access[-_]?url/i

/** Credentials that show themselves by what they begin with: keys, devices' tokens, signing secrets, passwords in addresses. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/em_(live|wallet)_[0-9A-Za-z]+/g, 'em_$1_[redacted]'],
  [/whsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]'],
  [/:\/\/[^/\s@"]+@/g, '://[redacted]@'],
  [/\b(Bearer|Basic)\s+[^\s"]+/gi, '$1 [redacted]'],
]

const REDACTED = '[redacted]'

/** Text without anything that looks like a credential. PostgreSQL has no place for a NUL either. */
export function redactText(text: string): string {
  const plain = text.replaceAll('\0', '\uFFFD').toWellFormed()
  return secretTexts.reduce((cleaned, [pattern, mask]) => cleaned.replaceAll(pattern, mask), plain)
}

/** JSON, whole or cut off, without the values of names that are secret. */
export function redactJson(json: string): string {
  const named = json.replaceAll(
    /"([^"\\]{1,100})"(\s*:\s*)("(?:[^"\\]|\\.)*"?|\d+)/g,
    (pair, name: string, colon: string) => {
      return secretName.test(name) ? `"${name}"${colon}"${REDACTED}"` : pair
    },
  )
  return redactText(named)
}

/** A query as it was written, without the values of names that are secret. */
export function redactQuery(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=')
    return secretName.test(name) ? `${name}=${REDACTED}` : pair
  })
  return redactText(pairs.join('&'))
}

/** Headers of a request; those that say who asks only by their name. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redactText(name),
      secretName.test(name) ? REDACTED : redactText(value),
    ]),
  )
}
