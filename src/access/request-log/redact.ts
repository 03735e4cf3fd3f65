/** Matches names whose values are secret in any place. */
const secretName = /auth|token|secret|password|passwd|cookie|signature|api[-_]?key|access[-_]?url/i

/** Matches credentials by their form: keys, devices' tokens, signing secrets, passwords in URLs. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/em_(live|wallet|feed)_[0-9A-Za-z]+/g, 'em_$1_[redacted]'],
  [/whsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]'],
  [/:\/\/[^/\s@"]+@/g, '://[redacted]@'],
  [/\b(Bearer|Basic)\s+[^\s"]+/gi, '$1 [redacted]'],
]

const REDACTED = '[redacted]'

/** Removes everything that looks like a credential. Also removes NUL, which PostgreSQL cannot store. */
export function redactText(text: string): string {
  const plain = text.replaceAll('\0', '\uFFFD').toWellFormed()
  return secretTexts.reduce((cleaned, [pattern, mask]) => cleaned.replaceAll(pattern, mask), plain)
}

/** Removes the values of secret names from JSON, even if it is truncated. */
export function redactJson(json: string): string {
  const named = json.replaceAll(
    /"([^"\\]{1,100})"(\s*:\s*)("(?:[^"\\]|\\.)*"?|\d+)/g,
    (pair, name: string, colon: string) => {
      return secretName.test(name) ? `"${name}"${colon}"${REDACTED}"` : pair
    },
  )
  return redactText(named)
}

/** Removes the values of secret names from a query string. */
export function redactQuery(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=')
    return secretName.test(name) ? `${name}=${REDACTED}` : pair
  })
  return redactText(pairs.join('&'))
}

/** Redacts request headers: those that identify the caller keep only their names. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redactText(name),
      secretName.test(name) ? REDACTED : redactText(value),
    ]),
  )
}
