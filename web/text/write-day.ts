import type { DateFormat } from '#/platform/contract/preferences.ts'

/** Formats a day in figures as the household prefers: `20/11/2026`, or `20/11` without the year. */
export function writeDay(day: string, format: DateFormat, { year }: { readonly year: boolean }) {
  const [YYYY = '', MM = '', DD = ''] = day.split('-')
  switch (format) {
    case 'YYYY-MM-DD':
      return year ? `${YYYY}-${MM}-${DD}` : `${MM}-${DD}`
    case 'DD/MM/YYYY':
      return year ? `${DD}/${MM}/${YYYY}` : `${DD}/${MM}`
    case 'MM/DD/YYYY':
      return year ? `${MM}/${DD}/${YYYY}` : `${MM}/${DD}`
    case 'DD.MM.YYYY':
      return year ? `${DD}.${MM}.${YYYY}` : `${DD}.${MM}.`
  }
}
