/** The minimum length of a secret to conceal: shorter ones may be ordinary words. */
const SHORTEST = 8

/**
 * Removes the secrets that we sent to a receiver from its answer, because the answer is stored and shown. Secrets of fewer
 * than eight characters stay.
 */
export function concealing(secrets: readonly string[]): (text: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
  return (text) => known.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
}
