declare const brand: unique symbol

/**
 * A calendar day, `YYYY-MM-DD`, in the household's own zone. Days compare with `<`. They are not instants, because an
 * instant is another day in another time zone.
 */
export type Day = string & { readonly [brand]: 'Day' }

const shape = /^(\d{4})-(\d{2})-(\d{2})$/

/** Parses `YYYY-MM-DD`; null for anything else, including a day that does not exist (`2026-02-30`). */
export function parseDay(text: string): Day | null {
  const found = shape.exec(text)
  if (!found) return null
  const [year, month, date] = [Number(found[1]), Number(found[2]), Number(found[3])]
  // Neither the calendar nor PostgreSQL has a year 0.
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month))
    return null
  return text as Day
}

/** Same as `parseDay`, but throws a RangeError if the text is not a day. */
export function toDay(text: string): Day {
  const day = parseDay(text)
  if (day === null) throw new RangeError(`not a calendar day: ${text}`)
  return day
}

/** Returns the day of a moment in a time zone (an IANA name such as `Europe/Madrid`). */
export function dayAt(moment: Temporal.Instant, zone: string): Day {
  const at = moment.epochMilliseconds
  const known = latest.get(zone)
  if (known !== undefined && at >= known.begins && at < known.ends) return known.day
  const local = moment.toZonedDateTimeISO(zone)
  const date = local.toPlainDate()
  const begins = local.startOfDay()
  const ends = date.add({ days: 1 }).toZonedDateTime(zone)
  const day = date.toString() as Day
  // Where clocks are set back over midnight, a part of the day before comes again within a day.
  if (begins.offsetNanoseconds === ends.offsetNanoseconds) {
    if (latest.size >= ZONES_MAX) latest.clear()
    latest.set(zone, { day, begins: begins.epochMilliseconds, ends: ends.epochMilliseconds })
  }
  return day
}

type Span = { readonly day: Day; readonly begins: number; readonly ends: number }

/** Caches the latest day of each zone, because every request asks for its day. */
const latest = new Map<string, Span>()
const ZONES_MAX = 1000

/** Days since 1970-01-01; negative before it. Arithmetic on days is arithmetic on this number. */
export function dayNumber(day: Day): number {
  // Days-from-civil, the inverse of `dayFromNumber`.
  const { year, month, date } = partsOf(day)
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The inverse of `dayNumber`. */
export function dayFromNumber(number: number): Day {
  // Civil-from-days over the proleptic Gregorian calendar, in integers (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return format(year, month, date)
}

export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days)
}

/** Returns the days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from)
}

/** Adds months to a day. Clamps to the last day of a shorter month: 01-31 plus one month is 02-28. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const index = year * 12 + (month - 1) + months
  return dayInMonth(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, date)
}

/** Returns day `date` of a month, or its last day if the month is shorter. */
export function dayInMonth(year: number, month: number, date: number): Day {
  return format(year, month, Math.min(date, daysInMonth(year, month)))
}

/** 1 = Monday … 7 = Sunday. */
export function weekday(day: Day): number {
  const fromMonday = (dayNumber(day) + 3) % 7
  return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
}

export function partsOf(day: Day): { year: number; month: number; date: number } {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    date: Number(day.slice(8, 10)),
  }
}

/** Returns the first day of the month that contains a day, if months begin on day `begins` (1 to 28). */
export function startOfMonth(day: Day, begins = 1): Day {
  const start = `${day.slice(0, 8)}${String(begins).padStart(2, '0')}` as Day
  return start > day ? addMonths(start, -1) : start
}

export function endOfMonth(day: Day): Day {
  const { year, month } = partsOf(day)
  return format(year, month, daysInMonth(year, month))
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function format(year: number, month: number, date: number): Day {
  const pad = (value: number, width: number) => String(value).padStart(width, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}` as Day
}
