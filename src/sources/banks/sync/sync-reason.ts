import type { Status } from '#/sources/banks/connections/status.ts'

/** Reasons why a requested sync does not ask a connection, as `POST /sync` returns them. */
export const syncReasons = [
  'no_accounts_selected',
  'synced_recently',
  'provider_quota_exhausted',
  'reauth_required',
  'revoked',
  'disconnected',
] as const satisfies readonly (
  | Status
  | 'no_accounts_selected'
  | 'synced_recently'
  | 'provider_quota_exhausted'
)[]

export type SyncReason = (typeof syncReasons)[number]
