/** Texts of signing in through a provider of OpenID Connect. */
export const providers = {
  continueWith: (name: string) => `Continue with ${name}`,
  link: (name: string) => `Link ${name}`,
  working: 'Signing in…',
  failed: 'You are not signed in',
  back: 'Back',
  otherAccount: 'Use another account',
  code: 'Confirm with your code',
  continue: 'Continue',
  closeWindow: 'Done. You can close this window.',
  logins: 'Logins',
  loginsWords: 'Sign in through a provider that you use elsewhere.',
  none: 'None is linked yet.',
  linked: 'Login linked',
  unlinked: 'Login unlinked',
  unlink: 'Unlink',
  unlinkTitle: (name: string) => `Unlink ${name}?`,
  unlinkWords: 'You can no longer sign in with it.',
  gone: 'no longer available here',
  prove: (name: string) => `Use ${name}`,
}

/** The same words in any language. */
export type Words = {
  readonly [K in keyof typeof providers]: (typeof providers)[K] extends string
    ? string
    : (typeof providers)[K]
}
