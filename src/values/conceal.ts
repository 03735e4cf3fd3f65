/** Shorter ones are words that a text may well contain without giving anything away. */
const SHORTEST = 8

/**
 * A stranger's text without the secrets that we told that stranger: what is said back to us is kept and shown. Secrets of
 * fewer than eight characters stay.
 */
export function conceal(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
}
