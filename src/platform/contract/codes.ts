/** The types of error that clients branch on, with the statuses each may have (Spec, Errors, Types). */
export type ErrorType =
  | 'invalid_request'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found'
  | 'conflict'
  | 'rate_limit_error'
  | 'api_error'

type Meaning = { readonly type: ErrorType; readonly status: number; readonly message: string }

/** Every code the API can answer with (Spec, Errors, Codes). `code` is stable; `message` may change. */
export const codes = {
  invalid_json: {
    type: 'invalid_request',
    status: 400,
    message: 'The request body is not valid JSON.',
  },
  invalid_parameter: { type: 'invalid_request', status: 400, message: 'A parameter is invalid.' },
  request_too_large: {
    type: 'invalid_request',
    status: 400,
    message: 'The request is larger than the service accepts.',
  },
  missing_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'Send your API key as `Authorization: Bearer <API_KEY>`.',
  },
  invalid_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'The API key is malformed, unknown, revoked, expired or no longer entitled.',
  },
  invalid_credential_context: {
    type: 'authentication_error',
    status: 401,
    message: 'The request carries a browser session cookie beside the API key; remove the cookie.',
  },
  session_required: {
    type: 'authentication_error',
    status: 401,
    message: 'Sign in to the application.',
  },
  sign_in_failed: {
    type: 'authentication_error',
    status: 401,
    message: 'The e-mail address or the password is wrong.',
  },
  second_factor_required: {
    type: 'authentication_error',
    status: 401,
    message: 'Send a code of your authenticator or a recovery code.',
  },
  second_factor_failed: {
    type: 'authentication_error',
    status: 401,
    message: 'This code is wrong or was used already.',
  },
  second_factor_unreadable: {
    type: 'authentication_error',
    status: 401,
    message:
      'This server can no longer read your authenticator: its master secret was lost. Use a recovery code or a passkey, or ' +
      'have its operator run `earmark reset-password EMAIL --remove-second-factors`.',
  },
  account_locked: {
    type: 'authentication_error',
    status: 401,
    message: 'The operator of this server has locked this account.',
  },
  oidc_failed: {
    type: 'authentication_error',
    status: 401,
    message: 'The provider did not confirm who you are. Begin again.',
  },
  oidc_not_linked: {
    type: 'authentication_error',
    status: 401,
    message:
      'This account of the provider is not linked to an account here. Sign in as usual and link it, or ask for an invitation.',
  },
  passkey_failed: {
    type: 'authentication_error',
    status: 401,
    message: 'This passkey does not open an account here.',
  },
  subscription_required: {
    type: 'permission_error',
    status: 402,
    message: 'The subscription has lapsed.',
  },
  plan_upgrade_required: {
    type: 'permission_error',
    status: 403,
    message: 'The plan does not include the developer API.',
  },
  insufficient_scope: {
    type: 'permission_error',
    status: 403,
    message: 'The API key is read only; this endpoint needs the scope data.write.',
  },
  not_connection_owner: {
    type: 'permission_error',
    status: 403,
    message: 'Only the member who made the bank connection may do this.',
  },
  cross_site_request: {
    type: 'permission_error',
    status: 403,
    message: 'The application accepts requests only from its own pages.',
  },
  sudo_required: {
    type: 'permission_error',
    status: 403,
    message: 'Confirm your identity again: this needs a proof from the last five minutes.',
  },
  owner_required: {
    type: 'permission_error',
    status: 403,
    message: 'Only an owner of the household may do this.',
  },
  operator_required: {
    type: 'permission_error',
    status: 403,
    message: 'Only people who operate this instance may do this: `earmark operator add EMAIL`.',
  },
  guest_refused: {
    type: 'permission_error',
    status: 403,
    message: 'Create your own account first.',
  },
  link_not_valid: {
    type: 'permission_error',
    status: 410,
    message: 'This link has been used or has expired. Ask for a new one.',
  },
  account_closed: {
    type: 'permission_error',
    status: 410,
    message: 'The account has been closed.',
  },
  account_read_only: {
    type: 'permission_error',
    status: 423,
    message: 'The trial has ended: the account can be read but not changed.',
  },
  endpoint_not_found: { type: 'not_found', status: 404, message: 'No such endpoint.' },
  resource_not_found: { type: 'not_found', status: 404, message: 'No such object.' },
  idempotency_key_reused: {
    type: 'conflict',
    status: 409,
    message: 'This Idempotency-Key was already used with a different request.',
  },
  idempotency_key_in_progress: {
    type: 'conflict',
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
  },
  insufficient_expense_balance: {
    type: 'conflict',
    status: 409,
    message: 'The Expense holds less than the amount to move.',
  },
  account_not_subscribable: {
    type: 'conflict',
    status: 409,
    message: 'The account does not belong to a bank connection, so it cannot be subscribed to.',
  },
  insufficient_free_to_spend: {
    type: 'conflict',
    status: 409,
    message: 'Free-to-spend is less than the amount to set aside.',
  },
  nothing_to_move: {
    type: 'conflict',
    status: 409,
    message: 'There is nothing to move: nothing is missing, or nothing is held.',
  },
  already_undone: {
    type: 'conflict',
    status: 409,
    message: 'This move has been undone already.',
  },
  undo_too_late: {
    type: 'conflict',
    status: 409,
    message:
      'The money of this move has moved on since, so it cannot be undone. Move what is there instead.',
  },
  card_already_linked: {
    type: 'conflict',
    status: 409,
    message: 'Another Expense is linked to this card.',
  },
  setup_done: {
    type: 'conflict',
    status: 409,
    message: 'This instance has been set up already. Sign in.',
  },
  household_required: {
    type: 'conflict',
    status: 409,
    message: 'You do not belong to a household. Create one, or ask for an invitation.',
  },
  last_owner: {
    type: 'conflict',
    status: 409,
    message: 'The last owner of a household cannot leave. Make another member an owner first.',
  },
  already_member: {
    type: 'conflict',
    status: 409,
    message: 'This person is already a member.',
  },
  sign_in_required: {
    type: 'conflict',
    status: 409,
    message: 'An account with this address exists already. Sign in to it, and open the link again.',
  },
  already_on: {
    type: 'conflict',
    status: 409,
    message: 'An authenticator is set up already. Switch it off first.',
  },
  oidc_taken: {
    type: 'conflict',
    status: 409,
    message: 'This account of the provider is linked to another account here.',
  },
  oidc_only: {
    type: 'permission_error',
    status: 403,
    message: 'People sign in through a provider here, not with a password or a passkey.',
  },
  oidc_unavailable: {
    type: 'api_error',
    status: 503,
    message: 'The provider cannot be reached or does not work as it should. Try again later.',
  },
  last_way_in: {
    type: 'conflict',
    status: 409,
    message: 'This is the only way to sign in to the account. Add another first.',
  },
  mail_unavailable: {
    type: 'conflict',
    status: 409,
    message:
      'This instance mails no links: its operator sets a mail server and `PUBLIC_URL` (docs/mail.md).',
  },
  passkeys_unavailable: {
    type: 'conflict',
    status: 409,
    message: 'Passkeys work only over https with a host name, or on http://localhost.',
  },
  limit_reached: {
    type: 'conflict',
    status: 409,
    message: 'The maximum number is reached. Remove one first.',
  },
  webhook_limit_reached: {
    type: 'conflict',
    status: 409,
    message: 'You have ten webhooks on this account; remove one first.',
  },
  webhook_paused: {
    type: 'conflict',
    status: 409,
    message: 'The webhook is paused, so nothing would be sent.',
  },
  still_in_use: {
    type: 'conflict',
    status: 409,
    message: 'Other records depend on this.',
  },
  edit_conflict: {
    type: 'conflict',
    status: 409,
    message: 'Somebody else has changed this in the meantime. Reload it.',
  },
  wallet_out_of_step: {
    type: 'conflict',
    status: 409,
    message:
      'These changes do not follow on what the service has seen of this account. Ask for its token with GET, and push what came after it.',
  },
  rate_limit_exceeded: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many requests this minute.',
  },
  account_rate_limit_exceeded: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many requests this hour.',
  },
  too_many_attempts: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many attempts to sign in. Wait a little, then try again.',
  },
  webhook_test_limit_exceeded: {
    type: 'rate_limit_error',
    status: 429,
    message: 'A webhook can be tested once a minute.',
  },
  provider_quota_exhausted: {
    type: 'rate_limit_error',
    status: 429,
    message: 'The bank data provider does not accept more requests for now.',
  },
  internal_error: {
    type: 'api_error',
    status: 500,
    message: 'Something failed on the server; try again later.',
  },
  service_unavailable: {
    type: 'api_error',
    status: 503,
    message: 'The service is not available right now; try again shortly.',
  },
} as const satisfies Record<string, Meaning>

export type Code = keyof typeof codes

/** Codes that any endpoint may answer with; a contract lists only its additional ones (Spec, Endpoints). */
export const commonCodes: readonly Code[] = [
  'invalid_parameter',
  'request_too_large',
  'missing_api_key',
  'invalid_api_key',
  'invalid_credential_context',
  'subscription_required',
  'plan_upgrade_required',
  'insufficient_scope',
  'account_closed',
  'account_read_only',
  'endpoint_not_found',
  'rate_limit_exceeded',
  'account_rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
]
