/** Shorter ones are words that a text may well contain without giving anything away. */
const SHORTEST = 8

/**
 * Takes the secrets that we told a stranger out of what that stranger says: it is kept and shown. Secrets of fewer than
 * eight characters stay.
 */
export function concealing(secrets: readonly string[]): (text: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
  return (text) => known.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
}
