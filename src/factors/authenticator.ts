/** Where an authenticator's secret is stored, for its seal. */
export function authenticatorPlace(personId: string): string {
  return `authenticators.secret:${personId}`
}
