import type { Output } from '#web/calls/operations.ts'

type Settings = Output<'GET /settings'>

/** The household's preferences, as edited by the form. */
export type Preferences = Pick<
  Settings,
  'locale' | 'date_format' | 'week_starts_on' | 'month_starts_on_day'
> &
  Pick<Settings['free_to_spend'], 'include_pending' | 'account_types'>

export function preferencesOf({ free_to_spend, ...settings }: Settings): Preferences {
  return {
    locale: settings.locale,
    date_format: settings.date_format,
    week_starts_on: settings.week_starts_on,
    month_starts_on_day: settings.month_starts_on_day,
    include_pending: free_to_spend.include_pending,
    account_types: free_to_spend.account_types,
  }
}
