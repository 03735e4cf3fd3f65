import type { NoticeKind } from '#/core/values/notice-kinds.ts'

const places: Readonly<Record<NoticeKind, string>> = {
  bill_due: '/plan',
  bill_short: '/plan',
  payday_ran: '/paydays',
  payday_late: '/paydays',
  free_low: '/',
  free_negative: '/',
  large_payment: '/transactions',
  price_rose: '/insights/subscriptions',
  bank_needs_owner: '/accounts',
  backup_old: '/settings/backups',
  sign_in: '/settings/sessions',
}

/** Returns the page of the application that shows more about notices sent together; several have the list of notices. */
export function placeOf(kinds: readonly NoticeKind[]): string {
  const found = new Set(kinds.map((kind) => places[kind]))
  const [only] = found
  return only !== undefined && found.size === 1 ? only : '/settings/notices'
}
