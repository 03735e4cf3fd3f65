/** The applications that people move in from. */
export const applications = [
  'ynab',
  'actual',
  'monarch',
  'lunchmoney',
  'firefly',
  'copilot',
  'mint',
  'quicken',
] as const
export type Application = (typeof applications)[number]

/** Reasons why something of an application's files is not taken, or not as it was. */
export const leftReasons = [
  'account_left_out',
  'zero_amount',
  'split_apart',
  'transfer_alone',
  'notes_shortened',
  'schedule_irregular',
  'schedule_transfer',
  'schedule_ended',
  'earlier_budgets',
  'investment',
  'other_currency',
  'deleted',
] as const
export type LeftReason = (typeof leftReasons)[number]

/** The largest file of a move, in bytes. */
export const MOVE_BYTES_MAX = 50 * 1024 * 1024
