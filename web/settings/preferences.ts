import type { Input, Output } from '#web/calls/operations.ts'

type Settings = Output<'GET /settings'>
type Body = Input<'PATCH /settings'>['body']

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

/** Returns the preferences that differ, so that a change sends nothing else. */
export function changedPreferences(before: Preferences, after: Preferences): Partial<Body> {
  const names = Object.keys(after) as (keyof Preferences)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  )
}
