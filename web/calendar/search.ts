import { parseDay } from '#/core/values/day.ts'

/** The calendar's address: the month and the day that are shown, and the dialog over them. */
export type CalendarSearch = {
  /** A month other than that of today: `2026-11`. */
  readonly month?: string
  /** The day whose details are shown. */
  readonly day?: string
  /** Shows the form for a new schedule. */
  readonly new?: '1'
  /** Shows the addresses for calendar programs. */
  readonly feeds?: '1'
  /** The schedule that is edited. */
  readonly edit?: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ignores invalid values, because people edit addresses and keep old ones. A day decides its month. */
export function readCalendarSearch(search: Readonly<Record<string, unknown>>): CalendarSearch {
  const { edit, day, month } = search
  const picked = typeof day === 'string' ? parseDay(day) : null
  const shown = typeof month === 'string' ? parseDay(`${month}-01`) : null
  return {
    ...(picked !== null && { day: picked }),
    ...(picked === null && shown !== null && { month: shown.slice(0, 7) }),
    ...(search['new'] === '1' && { new: '1' }),
    ...(search['feeds'] === '1' && { feeds: '1' }),
    ...(typeof edit === 'string' && uuid.test(edit) && { edit }),
  }
}
