import type { WrittenDocument } from '#/documents/document.ts'
import { addDays, addMonths, type Day, toDay } from '#/core/values/day.ts'

type Transaction = NonNullable<WrittenDocument['transactions']>[number]

/**
 * A household that has just imported its history, as of Sunday 22 November 2026: 2,500.00 in the bank, 1,840.00 every second
 * Friday, rent on the first, an electricity bill that differs, a yearly insurance, coffee now and then; nothing planned.
 */
export const regular = {
  accounts: [
    { ref: 'bank', name: 'Checking', type: 'depository', subtype: 'checking', balance: 250_000 },
  ],
  transactions: [
    ...history('pay', {
      concept: 'Nimbus Works',
      amounts: Array<number>(8).fill(184_000),
      dayOf: (index) => addDays(toDay('2026-11-20'), -14 * index),
    }),
    ...history('rent', {
      concept: 'Rent',
      amounts: Array<number>(6).fill(-90_000),
      dayOf: (index) => addMonths(toDay('2026-11-01'), -index),
    }),
    ...history('power', {
      concept: 'Lumina Energia',
      amounts: [-6_900, -7_400, -8_100, -6_100],
      dayOf: (index) => addMonths(toDay('2026-11-09'), -index),
    }),
    ...history('policy', {
      concept: 'Atalaya Seguros',
      amounts: [-41_200, -41_200],
      dayOf: (index) => addMonths(toDay('2026-03-14'), -12 * index),
    }),
    ...history('coffee', {
      concept: 'Corner Coffee',
      amounts: [-240, -240, -240, -240],
      dayOf: (index) => addDays(toDay('2026-11-19'), -index * index * 5),
    }),
  ],
} satisfies Partial<WrittenDocument>

type History = {
  readonly concept: string
  /** Cents, the newest first. */
  readonly amounts: readonly number[]
  readonly dayOf: (index: number) => Day
}

function history(ref: string, { concept, amounts, dayOf }: History): Transaction[] {
  return amounts.map((amount, index) => ({
    ref: `${ref}${index}`,
    account: 'bank',
    amount,
    concept,
    booked_at: dayOf(index),
    type: amount > 0 ? 'income' : 'expense',
  }))
}
