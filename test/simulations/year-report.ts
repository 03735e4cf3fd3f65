import type { Verdict } from './year-person.ts'
import type { Year } from './year.ts'

/** The numbers of a year, as the bench reads them. */
export function summaryOf({ seed, payments, bills, cards, wrong, evenings, mornings }: Year) {
  return {
    seed,
    payments,
    bills: { all: bills.all, right: bills.alone },
    cards: { all: cards.all, right: cards.alone },
    wrong: wrong.length,
    evenings: { all: evenings.all, right: evenings.equal },
    mornings: { all: mornings.all, right: mornings.equal },
  }
}

/** Each payment that Earmark did not assign rightly by itself, each question in vain and each wrong number. */
export function describeFaults(year: Year): string[] {
  return [
    ...year.mornings.unequal.map((line) => `  unequal ${line}`),
    ...year.wrong.map((one) => `  wrong ${describe(one)}`),
    ...year.askedInVain.map((one) => `  asked in vain ${describe(one)}`),
    ...year.asked.map((one) => `  asked ${describe(one)}`),
    ...year.missed.map((one) => `  missed ${describe(one)}`),
  ]
}

function describe({ payment, chosen }: Verdict): string {
  const { kind, truth, account, day, bookedOn, amount, text, payee, pending } = payment
  const before = pending ? `, pending as ${pending.amount} ${pending.text}` : ''
  return `${kind} of ${truth}, chosen ${chosen}: ${account} ${day} booked ${bookedOn} ${amount} ${text} [${payee}]${before}`
}
