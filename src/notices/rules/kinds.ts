import type { NoticeKind } from '#/core/values/notice-kinds.ts'

const conditions: readonly NoticeKind[] = [
  'bill_due',
  'bill_short',
  'payday_late',
  'free_low',
  'free_negative',
  'bank_needs_owner',
  'backup_old',
]

/** True if facts of this kind are true for a time. */
export function doesLast(kind: NoticeKind): boolean {
  return conditions.includes(kind)
}

/** True if the kind is sent at once even to members who prefer a digest: somebody may have to act. */
export function isUrgent(kind: NoticeKind): boolean {
  return kind === 'sign_in'
}

/** Kinds that are of no use after the day that they name. */
export const dated: readonly NoticeKind[] = ['bill_due', 'bill_short']

/** The values that the text of a fact names: amounts in cents, days as YYYY-MM-DD. */
export type Facts = {
  readonly name?: string
  readonly day?: string
  readonly amount?: number
  readonly before?: number
  readonly missing?: number
  readonly currency?: string
  readonly unusual?: boolean
  /** Of a bank, or of a payday: `waits` for its deposit with a part, or `continued` with it. */
  readonly status?: string
  readonly days?: number
  readonly address?: string
  readonly agent?: string
}

/** One thing that has happened or is true. `key` identifies it for ever, `about` the record that it concerns. */
export type Fact = {
  readonly kind: NoticeKind
  readonly about: string
  readonly key: string
  /** Null: for each member who wants the kind. */
  readonly memberId: string | null
  readonly facts: Facts
}

/** The part of a member's settings that decides which facts they hear of. */
export type Wishes = {
  readonly kinds: readonly string[]
  readonly free_below: number | null
  readonly large_from: number | null
}

/** True if a member wants to hear of a fact. */
export function wants(wishes: Wishes, { kind, facts }: Pick<Fact, 'kind' | 'facts'>): boolean {
  if (!wishes.kinds.includes(kind)) return false
  if (kind === 'free_low') return facts.before === wishes.free_below
  if (kind !== 'large_payment') return true
  const isLarge = wishes.large_from !== null && (facts.amount ?? 0) >= wishes.large_from
  return isLarge || facts.unusual === true
}
