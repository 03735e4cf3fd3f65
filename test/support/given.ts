import type { WrittenDocument } from '#/documents/document.ts'

/**
 * Ada's household, as tests of money want it: a checking account with 3,000.00, a Visa that owes 500.00, rent held two
 * payments ahead, groceries, a trip to save for, and the Expense that pays the Visa.
 */
export const budget = {
  accounts: [
    {
      ref: 'checking',
      name: 'Checking',
      type: 'depository',
      subtype: 'checking',
      balance: 300_000,
    },
    { ref: 'visa', name: 'Visa', type: 'credit', subtype: 'credit_card', balance: -50_000 },
  ],
  categories: [
    { ref: 'food', name: 'Food', kind: 'expense' },
    { ref: 'fun', name: 'Fun', kind: 'expense' },
  ],
  funding_schedules: [
    { ref: 'pay', name: 'Salary', frequency: 'monthly', days: [28], anchor: '2025-11-28' },
  ],
  expense_groups: [{ ref: 'home', name: 'Home' }],
  expenses: [
    {
      ref: 'rent',
      name: 'Rent',
      group: 'home',
      target_amount: 100_000,
      funding_priority: 'high',
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-02-01',
      fund_ahead_payment_count: 2,
      funding_schedules: ['pay'],
      balance: 150_000,
    },
    {
      ref: 'groceries',
      name: 'Groceries',
      target_amount: 40_000,
      funding_schedules: ['pay'],
      balance: 6_000,
    },
    {
      ref: 'trip',
      name: 'Trip',
      type: 'goal',
      target_amount: 90_000,
      recurrence_anchor_date: '2026-07-01',
      funding_schedules: ['pay'],
      balance: 20_000,
    },
    {
      ref: 'card',
      name: 'Visa bill',
      type: 'credit_card',
      card_account: 'visa',
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-01-20',
      funding_schedules: ['pay'],
    },
  ],
} satisfies Partial<WrittenDocument>
