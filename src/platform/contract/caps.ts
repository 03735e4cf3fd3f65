import { Refusal } from './refusal.ts'

type Cap = {
  readonly max: number
  /** English text that says which limit is reached and how to make room; the application has its own translations. */
  readonly message: string
}

const MIB = 1024 * 1024

/**
 * The maximum number of records of each kind. Far more than people need, but few enough that every list and calculation
 * stays bounded. Documents that the operator loads are exempt; after that, nothing is added until there is room again.
 */
export const caps = {
  // Of a household.
  expenses: { max: 2000, message: 'A household can have 2,000 Expenses. Archive one first.' },
  expenses_ever: {
    max: 10_000,
    message: 'A household can have 10,000 Expenses, archived ones included.',
  },
  expense_groups: { max: 500, message: 'A household can have 500 groups. Remove one first.' },
  funding_schedules: {
    max: 200,
    message: 'A household can have 200 funding schedules. Remove one first.',
  },
  categories: { max: 1000, message: 'A household can have 1,000 categories. Remove one first.' },
  category_rules: { max: 2000, message: 'A household can have 2,000 rules. Remove one first.' },
  accounts: {
    max: 1000,
    message: 'A household can have 1,000 accounts without a bank, closed ones included.',
  },
  members: { max: 50, message: 'A household can have 50 members. Remove one first.' },
  invitations: {
    max: 50,
    message: 'A household can have 50 open invitations. Revoke one first.',
  },
  invitation_mails: {
    max: 20,
    message: 'A household can mail 20 invitations a day. Make a link instead.',
  },
  // Of a member.
  keys: { max: 50, message: 'A member can have 50 working API keys. Revoke one first.' },
  devices: { max: 20, message: 'A member can have 20 devices. Revoke one first.' },
  calendar_feeds: {
    max: 20,
    message: 'A member can have 20 calendar addresses. Revoke one first.',
  },
  notice_ways: { max: 10, message: 'A member can have 10 ways for notices. Remove one first.' },
  // Files that wait to be imported.
  member_uploads: {
    max: 10,
    message: 'Ten of your files are waiting already. Import or cancel one first.',
  },
  household_uploads: {
    max: 20,
    message: 'Twenty files of this household are waiting already. Import or cancel one first.',
  },
  member_upload_bytes: {
    max: 150 * MIB,
    message: 'Your waiting files would exceed 150 MB together. Import or cancel one first.',
  },
  household_upload_bytes: {
    max: 300 * MIB,
    message:
      'The waiting files of this household would exceed 300 MB together. Import or cancel one first.',
  },
  // Of a person.
  passkeys: { max: 20, message: 'An account can have 20 passkeys. Remove one first.' },
  identities: {
    max: 10,
    message: 'An account can be linked to 10 accounts of providers. Unlink one first.',
  },
  households: {
    max: 20,
    message: 'A person can belong to 20 households. Leave or delete one first.',
  },
} as const satisfies Record<string, Cap>

export type CapName = keyof typeof caps

/** The number of browsers in which a person stays signed in; beyond it, the least recently used one is signed out. */
export const SESSIONS_MAX = 50

/** Throws `limit_reached` if `count` records already fill the cap. */
export function requireRoom(of: CapName, count: number): void {
  if (count >= caps[of].max) throw limitReached(of)
}

export function limitReached(of: CapName): Refusal {
  const { max, message } = caps[of]
  return new Refusal('limit_reached', { message, detail: { name: 'limit_reached', of, max } })
}
