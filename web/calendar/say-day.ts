import type { Catalogue } from '#web/text/catalogue.ts'
import type { Formats } from '#web/text/formats.ts'
import type { CalendarDay } from './calendar-data.ts'

type Said = {
  readonly isLow: boolean
  readonly currency: string
  readonly text: Catalogue
  readonly formats: Formats
}

/** Says a day of the calendar in words, for people who cannot see its cell. */
export function sayDay(day: CalendarDay, { isLow, currency, text, formats }: Said): string {
  const words = text.calendar
  const money = (cents: number, code = currency) => formats.money(cents, code)
  const name = formats.day(day.date, 'weekday')
  return [
    day.payday ? text.paydays.isPayday(name) : name,
    ...(day.payday && day.payday.deposit > 0 ? [`+${money(day.payday.deposit)}`] : []),
    ...day.due.map((one) => `${one.name} ${money(one.payment)}, ${words.states[one.state]}`),
    ...day.paid.map((one) => `${one.name} ${money(one.amount, one.currency)}`),
    ...(day.spent > 0 ? [`${words.spent} ${money(day.spent)}`] : []),
    ...(day.free !== null ? [`${words.free} ${money(day.free)}`] : []),
    ...(isLow ? [words.lowPoint] : []),
  ].join('. ')
}
