import type { WrittenDocument } from '#/documents/document.ts'

/** A document that leaves out no list of the first design. */
export type WholeDocument = {
  -readonly [Name in keyof Omit<WrittenDocument, 'state' | 'category_rules'>]-?: NonNullable<
    WrittenDocument[Name]
  >
}

/** The household document of the design, to be changed as a test needs. */
export function exampleDocument(): WholeDocument {
  return structuredClone({
    household: {
      name: 'Ada',
      kind: 'personal',
      plan: 'premium',
      standing: 'active',
      timezone: 'Europe/Madrid',
      currency: 'EUR',
    },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
    keys: [
      {
        ref: 'rw',
        member: 'ada',
        name: 'test',
        scopes: ['data.read', 'data.write'],
        expires_at: '2027-11-20T00:00:00.000Z',
      },
    ],
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        currency: 'EUR',
        balance: 300_000,
      },
    ],
    categories: [{ ref: 'food', name: 'Groceries', kind: 'expense', parent: null }],
    funding_schedules: [
      {
        ref: 'pay',
        name: 'Salary',
        frequency: 'monthly',
        days: [28],
        anchor: '2026-11-28',
        weekend: 'none',
        estimated_deposit: null,
      },
    ],
    expense_groups: [{ ref: 'home', name: 'Home' }],
    expenses: [
      {
        ref: 'rent',
        name: 'Rent',
        type: 'expense',
        group: 'home',
        target_amount: 120_000,
        funding_priority: 'high',
        recurrence_interval_months: 1,
        recurrence_anchor_date: '2026-12-01',
        fund_ahead_payment_count: 2,
        fund_ahead_build_by: null,
        funding_schedules: ['pay'],
        card_account: null,
        balance: 0,
      },
    ],
    transactions: [
      {
        ref: 't1',
        account: 'checking',
        amount: -450,
        concept: 'Coffee',
        booked_at: '2026-11-19',
        type: 'expense',
        category: 'food',
        expense: null,
        notes: null,
      },
    ],
  })
}

/** The rights of a restricted key in a document. */
export const restrictedKey = {
  scopes: ['data.read'] as ['data.read'],
  restrictions: { accounts: 'read', sync: 'read' } as const,
  allowed_from: ['203.0.113.0/24', '2001:db8::/32'],
}
