// The person of a simulated household: answers once a week, and remembers what Earmark has not done rightly by itself.
import assert from 'node:assert/strict'
import { addDays, type Day } from '#/core/values/day.ts'
import type { Home, Row } from './year-household.ts'
import type { Payment } from './year-payments.ts'

/** A payment that Earmark did not assign rightly by itself. */
export type Verdict = {
  readonly payment: Payment
  /** The set-aside that Earmark chose or asked about, if any. */
  readonly chosen: string | null
}

type Share = { readonly all: number; readonly alone: number }

/** The decisions of Earmark; bills and cards after the first month. */
export type Verdicts = {
  /** Payments of bills, and those assigned rightly without a person. */
  readonly bills: Share
  /** The same of the payments of cards. */
  readonly cards: Share
  /** Assigned without asking, to something else than the truth. */
  readonly wrong: readonly Verdict[]
  /** Payments of bills and cards that a person had to assign: asked about or not. */
  readonly asked: readonly Verdict[]
  readonly missed: readonly Verdict[]
  /** Suggestions that were to be dismissed. */
  readonly askedInVain: readonly Verdict[]
}

const FIRST_MONTH = 31

/** Puts every row right, as somebody would who always knows. */
export async function correct(home: Home, rows: readonly Row[]): Promise<void> {
  for (const row of takingBackFirst(rows)) {
    if (isCardSide(row) && row.type !== 'transfer') await home.callTransfer(row)
    if (row.expenseId !== truthOf(home, row)) await home.assign(row, row.payment.truth)
  }
}

/** Orders rows: money that is taken back may be needed by another payment of the same day. */
function takingBackFirst(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Number(b.expenseId !== null) - Number(a.expenseId !== null))
}

/** The payment of a card as the card sees it. */
function isCardSide({ payment }: Row): boolean {
  return payment.kind === 'card payment' && payment.amount > 0
}

function truthOf(home: Home, { payment }: Row): string | null {
  return payment.truth === null ? null : home.expenseOf(payment.truth)
}

export function createPerson(home: Home, start: Day) {
  /** By payment: whether Earmark had it right when it was booked, or when the person came first. */
  const judged = new Map<Payment, boolean>()
  const touched = new Set<Payment>()
  const asked = new Map<Payment, string | null>()
  const wrong = new Map<Payment, string | null>()
  const inVain: Verdict[] = []

  const touch = (row: Row) => {
    touched.add(row.payment)
    if (!judged.has(row.payment)) judged.set(row.payment, false)
  }
  const isNew = ({ payment }: Row) => payment.day > start && !touched.has(payment)

  /** Takes back what was assigned wrongly, and learns nothing from it but this. */
  async function takeBack(rows: Iterable<Row>): Promise<void> {
    for (const row of rows) {
      if (row.expenseId === null || row.expenseId === truthOf(home, row)) continue
      touch(row)
      await home.assign(row, row.payment.truth)
    }
  }

  async function answerSuggestions(rows: ReadonlyMap<string, Row>): Promise<void> {
    for (const { id, transaction, expense } of await home.suggestions()) {
      const row = rows.get(transaction.id)
      assert.ok(row, 'a suggestion is about a payment of the last weeks')
      touch(row)
      const chosen = home.refOf(expense.id)
      asked.set(row.payment, chosen)
      if (expense.id === truthOf(home, row)) await home.accept(id)
      else {
        inVain.push({ payment: row.payment, chosen })
        await home.dismiss(id)
      }
    }
  }

  return {
    /** Notices every evening what has been assigned, rightly or wrongly. */
    look: async () => {
      for (const row of (await home.rows()).filter(isNew)) {
        const { payment, expenseId } = row
        const isRight = expenseId === truthOf(home, row)
        if (!isRight && expenseId !== null) wrong.set(payment, home.refOf(expenseId))
        if (row.status === 'booked') judged.set(payment, isRight)
      }
    },
    /** Answers what is asked, and puts everything else right, too. */
    answer: async () => {
      const rows = new Map((await home.rows()).map((row) => [row.id, row]))
      await takeBack(rows.values())
      await answerSuggestions(rows)
      const left = await home.rows()
      for (const row of left) if (row.expenseId !== truthOf(home, row)) touch(row)
      await correct(home, left)
    },
    verdicts: (): Verdicts => {
      const since = addDays(start, FIRST_MONTH)
      const planned = [...judged].filter(([one]) => one.truth !== null && one.day > since)
      const isAlone = ([one, isRight]: readonly [Payment, boolean]) => isRight && !wrong.has(one)
      const shareOf = (kind: Payment['kind']): Share => {
        const all = planned.filter(([one]) => one.kind === kind)
        return { all: all.length, alone: all.filter(isAlone).length }
      }
      const byPerson = planned.filter((one) => !isAlone(one)).map(([payment]) => payment)
      const verdict = (payment: Payment): Verdict => {
        return { payment, chosen: asked.get(payment) ?? wrong.get(payment) ?? null }
      }
      return {
        bills: shareOf('bill'),
        cards: shareOf('card payment'),
        wrong: [...wrong].map(([payment, chosen]) => ({ payment, chosen })),
        asked: byPerson.filter((one) => asked.has(one)).map(verdict),
        missed: byPerson.filter((one) => !asked.has(one)).map(verdict),
        askedInVain: inVain,
      }
    },
  }
}
