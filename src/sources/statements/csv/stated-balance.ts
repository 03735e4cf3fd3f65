import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { readCell } from './amounts.ts'
import { readDate } from './dates.ts'
import type { Layout } from './layout.ts'
import { phraseIn } from './row-words.ts'

/**
 * Finds the balance that a table states above or below its rows (`Kontostand vom 20.11.2026:;1.843,12 €`), for tables without a
 * column of balances. It holds at the end of its own day, else of the last booking. Different balances state nothing.
 * Neither does a balance of a card without a minus, because it may be the debt.
 */
export function createStatedBalance({ dateOrder, decimal, isCard }: Layout, currency: string) {
  const found = new Map<Cents, Day | null>()

  function push(cells: readonly string[]): void {
    const label = cells.find((text) => isClosing(text))
    if (label === undefined) return
    const amounts = cells.flatMap((text) => {
      const value = text === label || !/\d/.test(text) ? null : readCell(text, decimal, currency)
      return typeof value === 'number' ? [value] : []
    })
    if (amounts.length !== 1) return
    const [date] = dates.exec(cells.join(' ')) ?? []
    found.set(amounts[0]!, date === undefined ? null : readDate(date, dateOrder))
  }

  return {
    push,
    /** Returns the balance, given the day of the last booking; null if the table states none or several. */
    end: (lastDay: Day | null): { readonly amount: Cents; readonly day: Day } | null => {
      const [only, ...others] = found
      if (!only || others.length > 0) return null
      const amount = only[0]
      const day = only[1] ?? lastDay
      return day === null || (isCard && amount > 0) ? null : { amount, day }
    },
  }
}

/** An available balance contains money that is not the account's, or lacks what is pending. */
function isClosing(text: string): boolean {
  if (/avail|dispon|verf|besch|tillg/i.test(text)) return false
  const phrase = phraseIn(text)
  return phrase === 'closing' || phrase === 'balance'
}

const dates = /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/
