export const signIn = {
  title: 'Sign in',
  signedOut: 'You are signed out. Open Earmark through your sign-in link.',
}
