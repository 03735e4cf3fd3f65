/** The kinds of facts. Conditions last until they are no longer true; events happen once. */
export const noticeKinds = [
  'bill_due',
  'bill_short',
  'payday_ran',
  'payday_late',
  'free_low',
  'free_negative',
  'large_payment',
  'price_rose',
  'bank_needs_owner',
  'backup_old',
  'sign_in',
] as const

export type NoticeKind = (typeof noticeKinds)[number]
