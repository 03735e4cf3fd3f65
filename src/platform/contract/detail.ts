import type { CapName } from './caps.ts'
import type { FileReason, OpenReading } from './file-reason.ts'

type Nothing = Readonly<Record<never, never>>
type Least = { readonly min: number }
type Most = { readonly max: number }
type Days = { readonly from: string; readonly to: string }

/**
 * Details of a refusal beyond its code, with the numbers and names that belong to them. The application translates each
 * (`web/text/en/details.ts`); the refusal's `message` says the same to programs.
 */
type Details = {
  // The form of a value.
  readonly required: Nothing
  readonly unknown: Nothing
  readonly malformed: Nothing
  readonly not_an_email: Nothing
  readonly not_offered: Nothing
  readonly too_few_characters: Least
  readonly too_many_characters: Most
  readonly characters_between: Least & Most
  readonly bad_characters: Nothing
  readonly blank: Nothing
  readonly no_letters: Nothing
  readonly too_few_items: Least
  readonly too_many_items: Most
  readonly too_low: Least
  readonly too_high: Most
  readonly not_above: Least
  readonly not_below: Most
  readonly repeated: Nothing
  // Days and moments.
  readonly no_day: Nothing
  readonly no_moment: Nothing
  readonly no_zone: Nothing
  readonly day_outside: Days
  readonly day_passed: Nothing
  readonly period_reversed: Nothing
  readonly expiry_outside: { readonly years: number }
  // Rights of keys.
  readonly nothing_allowed: Nothing
  readonly beyond_scopes: Nothing
  readonly networks_between: Least & Most
  readonly not_a_network: Nothing
  readonly inside_network: { readonly network: string }
  // People.
  readonly password_length: Least
  readonly password_common: Nothing
  readonly password_own: Nothing
  readonly email_taken: Nothing
  readonly email_not_invited: Nothing
  readonly other_account: Nothing
  readonly name_differs: Nothing
  readonly email_differs: Nothing
  // Money, accounts and banks.
  readonly sums_too_large: Nothing
  readonly transaction_split: Nothing
  readonly parts_sum: { readonly cents: number }
  readonly part_zero: Nothing
  readonly part_sign: Nothing
  readonly split_pair: Nothing
  readonly split_changed: Nothing
  readonly balance_not_told: Nothing
  readonly account_followed: Nothing
  readonly balance_left: Nothing
  readonly card_in_use: Nothing
  readonly accounts_in_other_currency: Nothing
  readonly expenses_hold_money: Nothing
  readonly plaid_off: Nothing
  readonly enable_banking_off: Nothing
  readonly token_refused: Nothing
  /** The way back from a bank counts once, for who began. */
  readonly consent_refused: Nothing
  readonly consent_without_accounts: Nothing
  readonly bank_not_offered: Nothing
  /** The operator's own access to the provider of banks. */
  readonly operator_key_refused: Nothing
  readonly columns_unknown: Nothing
  readonly reading_open: { readonly kind: OpenReading }
  readonly not_undoable: Nothing
  readonly move_open: { readonly question: 'date_order' | 'spending' }
  readonly payment_withdrawn: Nothing
  readonly balance_reported: Nothing
  readonly account_shut: Nothing
  readonly account_reconciled: Nothing
  readonly account_valued: Nothing
  readonly reconciled_later: { readonly day: string }
  readonly balance_moved: Nothing
  readonly file_unreadable: {
    readonly line: number | null
    readonly reason: FileReason
    /** The file at fault, if there are several. */
    readonly file?: string
  }
  // Expenses and paydays.
  readonly goal_recurs: Nothing
  readonly two_intervals: Nothing
  readonly due_day_missing: Nothing
  readonly not_a_card: Nothing
  readonly other_currency: Nothing
  readonly same_expense: Nothing
  readonly only_schedule: { readonly expense: string }
  readonly paydays_ahead: Most
  readonly days_of_frequency: Nothing
  // Categories and their rules.
  readonly below_itself: Nothing
  readonly other_kind: Nothing
  readonly category_of_service: Nothing
  readonly category_has_transactions: Nothing
  readonly category_has_rule: { readonly text: string }
  readonly rule_does_nothing: Nothing
  readonly bounds_reversed: Nothing
  // Limits.
  readonly limit_reached: { readonly of: CapName; readonly max: number }
  readonly heavy_requests: Nothing
  // Webhooks.
  readonly address_unusable: Nothing
  readonly address_not_public: Nothing
  readonly header_form: Nothing
  readonly header_count: Nothing
  readonly header_name: Nothing
  readonly header_reserved: Nothing
  readonly header_duplicate: Nothing
  readonly header_value: Nothing
  readonly header_total: Nothing
}

export type DetailName = keyof Details
export type DetailOf<N extends DetailName> = { readonly name: N } & Details[N]
export type Detail = { [N in DetailName]: DetailOf<N> }[DetailName]

/** The fault that a refinement of a schema reports: the end of a sentence about the parameter, and the detail. */
export function saying(error: string, detail: Detail) {
  return { error, params: { detail } }
}
