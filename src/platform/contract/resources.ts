/** The parts of a household that a restricted key is allowed or denied, one by one. */
export const resources = [
  'accounts',
  'transactions',
  'expenses',
  'categories',
  'funding_schedules',
  'settings',
  'analytics',
  'connections',
  'sync',
  'webhooks',
] as const
export type Resource = (typeof resources)[number]

/** `write` includes `read`. */
export type AccessLevel = 'read' | 'write'

/** Permission for one resource, such as `accounts:read`. */
export type Grant = `${Resource}:${AccessLevel}`

/** The resources that a restricted key may use; a missing one is denied. */
export type Restrictions = Readonly<Partial<Record<Resource, AccessLevel>>>

/**
 * The resource of each tag. `everybody`: no permission is needed. `unrestricted`: restricted keys are refused, because the
 * answers are about the whole household, or about its people and their credentials.
 */
export const resourceOfTag: Readonly<Record<string, Resource | 'everybody' | 'unrestricted'>> = {
  Identity: 'everybody',
  Accounts: 'accounts',
  Transactions: 'transactions',
  Assignments: 'transactions',
  Expenses: 'expenses',
  Cards: 'expenses',
  Categories: 'categories',
  'Funding schedules': 'funding_schedules',
  Settings: 'settings',
  Analytics: 'analytics',
  Forecast: 'analytics',
  'Free to spend': 'analytics',
  Insights: 'analytics',
  Connections: 'connections',
  Sync: 'sync',
  Webhooks: 'webhooks',
  Access: 'unrestricted',
  Audit: 'unrestricted',
  Backups: 'unrestricted',
  // The holder of an address for calendar programs sees the plan.
  Calendar: 'unrestricted',
  Export: 'unrestricted',
  Home: 'unrestricted',
  // Files make accounts and categories too.
  Imports: 'unrestricted',
  Keys: 'unrestricted',
  Members: 'unrestricted',
  Moves: 'unrestricted',
  Notices: 'unrestricted',
  People: 'unrestricted',
  Proposals: 'unrestricted',
  'Request log': 'unrestricted',
  Security: 'unrestricted',
  Sessions: 'unrestricted',
  Wallet: 'unrestricted',
}
