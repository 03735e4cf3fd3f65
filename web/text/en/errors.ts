/** Failures whose words the server cannot choose. For the others it sends a sentence. */
export const errors = {
  unreachable: 'Earmark cannot be reached. Check your connection.',
  unreadable: 'Something between you and Earmark answered in its place.',
  internal_error: 'Something failed on our side. Try again later.',
  session_required: 'You have been signed out.',
  sudo_required: 'This needs you to say once more who you are.',
  edit_conflict: 'Somebody has changed this meanwhile. Look at it again.',
  account_read_only: 'The trial has ended: you can look at everything, but not change it.',
  subscription_required: 'The subscription has lapsed.',
  account_closed: 'This household has been closed.',
  second_factor_unreadable:
    'This server can no longer read your authenticator: its master secret was lost. Use a recovery code or a passkey, or ask whoever runs it for `earmark reset-password EMAIL --remove-second-factors`.',
  resource_not_found: 'It does not exist any more.',
}
