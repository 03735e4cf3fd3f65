import type { Status } from '#/sources/banks/connections/status.ts'

/** Why a connection is not asked when somebody wants to sync. `POST /sync` answers with it. */
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
