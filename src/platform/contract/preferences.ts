import * as z from 'zod'
import { isLocale } from '#/core/values/locale.ts'

/** A household's preferences for counting and writing. The specification does not define the fields of the settings. */
export const preferences = {
  locale: z
    .string()
    .max(35)
    .refine(isLocale, 'must be a language with its region, such as en-GB')
    .nullable()
    .describe('How amounts and days are written; null: as each reader’s own device does.'),
  date_format: z
    .enum(['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'])
    .nullable()
    .describe(
      'How the application writes days; null: in the words of the locale. In this API they are YYYY-MM-DD.',
    ),
  week_starts_on: z
    .enum(['monday', 'sunday', 'saturday'])
    .describe('The first day of the week in the application.'),
  month_starts_on_day: z
    .int()
    .min(1)
    .max(28)
    .describe('The day of the calendar month on which each month of the analytics begins.'),
  include_pending: z
    .boolean()
    .describe('True if pending payments are subtracted from free-to-spend.'),
  account_types: z
    .array(z.enum(['depository', 'wallet', 'investment', 'other']))
    .refine((types) => new Set(types).size === types.length, 'Send different types.')
    .describe(
      'The types that count as cash where an account’s `spendable` is null; of `depository` checking and savings.',
    ),
}

export type DateFormat = NonNullable<z.output<typeof preferences.date_format>>
export type WeekStart = z.output<typeof preferences.week_starts_on>
/** The first day of a household's weeks and months. */
export type Counting = {
  readonly week_starts_on: WeekStart
  readonly month_starts_on_day: number
}
