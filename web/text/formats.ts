import type { DateFormat } from '#/platform/contract/preferences.ts'
import { currencyDigits } from '#/core/values/money.ts'
import { writeDay } from './write-day.ts'

/** Formats numbers, amounts and days for a locale. This is the only place that uses Intl and Date. */
export type Formats = ReturnType<typeof createFormats>

export type DayStyle = 'short' | 'dated' | 'weekday' | 'long' | 'month' | 'monthShort' | 'monthYear'

const dayStyles: Readonly<Record<DayStyle, Intl.DateTimeFormatOptions>> = {
  short: { day: 'numeric', month: 'short' },
  dated: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  /** Below the columns of a chart. */
  monthShort: { month: 'short' },
  monthYear: { month: 'short', year: 'numeric' },
}

export type MoneyOptions = {
  /** Puts a plus before incoming amounts. */
  readonly signed?: boolean
  /** Drops decimals and abbreviates millions, for figures that are read at a glance. */
  readonly whole?: boolean
}

export type FormatOptions = {
  /** The language of the texts if it differs from the locale's; it decides between singular and plural. */
  readonly language?: string
  /** How to write days in figures; null: as the locale does. */
  readonly dateFormat?: DateFormat | null
}

export function createFormats(
  locale: string,
  { language = locale, dateFormat = null }: FormatOptions = {},
) {
  const keep = createKeep()
  const plurals = () => keep('plurals', () => new Intl.PluralRules(language))
  const marks = () => keep('marks', () => readMarks(locale))
  return {
    locale,
    /** The separators of the locale, for parsing typed numbers. */
    get decimal() {
      return marks().decimal
    },
    get group() {
      return marks().group
    },
    ...numberFormats(locale, keep),
    ...dayFormats(locale, dateFormat, keep),
    /** Chooses the form of a word that fits a number. */
    plural: (count: number, forms: { readonly one: string; readonly other: string }) =>
      plurals().select(count) === 'one' ? forms.one : forms.other,
  }
}

/**
 * Creates each Intl formatter once, on first use: creating one costs a hundred times what using it does, and formats are made
 * for each language and locale before the first render.
 */
type Keep = <T>(key: string, make: () => T) => T

function createKeep(): Keep {
  const made = new Map<string, unknown>()
  return <T>(key: string, make: () => T): T => {
    if (!made.has(key)) made.set(key, make())
    return made.get(key) as T
  }
}

/**
 * Loads the platform's number tables. The very first formatter takes some hundred times as long as the next ones, so create it
 * while waiting for something else.
 */
export function readNumberTables(): void {
  new Intl.NumberFormat().format(0)
}

/** Loads the platform's tables for days, as `readNumberTables` does for numbers. */
export function readDayTables(): void {
  new Intl.DateTimeFormat().format(0)
}

function numberFormats(locale: string, keep: Keep) {
  const moneyFormat = (
    currency: string,
    { signed = false, whole = false }: MoneyOptions,
    large: boolean,
  ) =>
    keep(`${currency} ${signed} ${whole} ${whole && large}`, () => {
      const digits = whole ? 0 : currencyDigits(currency)
      return new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        ...(signed && { signDisplay: 'exceptZero' }),
        ...(whole && large && { notation: 'compact', maximumFractionDigits: 1 }),
      })
    })
  return {
    /** Formats an amount of integer cents: `−1,234.50 €`. The sign is a minus, not a hyphen. */
    money: (cents: number, currency: string, options: MoneyOptions = {}) => {
      // Adding 0 turns −0 into 0, so that zero never has a sign.
      const amount = cents / 10 ** currencyDigits(currency) + 0
      return moneyFormat(currency, options, Math.abs(amount) >= 1_000_000)
        .format(amount)
        .replace('-', '\u2212')
    },
    number: (value: number) => keep('number', () => new Intl.NumberFormat(locale)).format(value),
    percent: (share: number) =>
      keep(
        'percent',
        () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
      ).format(share),
  }
}

function dayFormats(locale: string, dateFormat: DateFormat | null, keep: Keep) {
  const format = (key: string, options: Intl.DateTimeFormatOptions) =>
    keep(key, () => new Intl.DateTimeFormat(locale, options))
  const weekday = (day: string, width: 'long' | 'short' | 'narrow') =>
    format(`weekday ${width}`, { weekday: width, timeZone: 'UTC' }).format(dayMoment(day))
  const written = (day: string, style: DayStyle) => {
    if (dateFormat === null || style.startsWith('month')) {
      return format(style, { ...dayStyles[style], timeZone: 'UTC' }).format(dayMoment(day))
    }
    const figures = writeDay(day, dateFormat, { year: style === 'dated' || style === 'long' })
    return style === 'weekday' ? `${weekday(day, 'long')} ${figures}` : figures
  }
  const time = (instant: string) => format('time', { timeStyle: 'short' }).format(momentOf(instant))
  const moment = (instant: string) => {
    const at = momentOf(instant)
    const style = at.getFullYear() === new Date().getFullYear() ? 'short' : 'dated'
    if (dateFormat !== null) {
      const figures = writeDay(localDay(at), dateFormat, { year: style === 'dated' })
      return `${figures}, ${time(instant)}`
    }
    const clock = { hour: 'numeric', minute: '2-digit' } as const
    return format(`moment ${style}`, { ...dayStyles[style], ...clock }).format(at)
  }
  return {
    /** Formats a calendar day. It does not depend on the browser's zone. */
    day: (day: string, style: DayStyle = 'short') => written(day, style),
    /** Names a weekday: `Monday`, `M`. */
    weekday,
    /** Works as `day`, but adds the year if it differs from that of `today`. */
    dayNear: (day: string, today: string) =>
      written(day, day.slice(0, 4) === today.slice(0, 4) ? 'short' : 'dated'),
    /** Formats the time of an instant in the browser's zone: `09:12`. */
    time,
    /** Formats a time in milliseconds since 1970: `09:12` if it is today, otherwise `20 Nov, 09:12`. */
    clock: (at: number) => {
      const instant = new Date(at).toISOString()
      return localDay(new Date(at)) === localDay(new Date()) ? time(instant) : moment(instant)
    },
    /** Formats an instant with its day: `20 Nov, 09:12`; adds the year if it is not the current one. */
    moment,
  }
}

function dayMoment(day: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const moment = new Date(Date.UTC(2000, month - 1, date))
  moment.setUTCFullYear(year)
  return moment
}

/** Returns the day of an instant in the browser's zone. */
function localDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

function momentOf(instant: string): Date {
  return new Date(Date.parse(instant))
}

/** Words a duration in its largest suitable unit: `40 seconds`, `3 hours`. */
export function waitText(seconds: number, locale: string): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** Returns the time of the device in milliseconds since 1970. */
export function now(): number {
  return Date.now()
}

/** Returns the browser's time zone as an IANA name. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Lists every currency with its name in a language, sorted by name. */
export function listCurrencies(
  locale: string,
): readonly { readonly id: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .map((id) => ({ id, name: `${names.of(id) ?? id} (${id})` }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
}

/** Lists the locales to offer, sorted by name; `chosen` is always included. */
export function listLocales(
  locale: string,
  chosen: string | null,
): readonly { readonly id: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return [...new Set([...offeredLocales, ...(chosen === null ? [] : [chosen])])]
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
}

const offeredLocales = (
  'ca-ES da-DK de-AT de-CH de-DE en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es-AR es-CL es-CO es-ES es-MX es-US ' +
  'fi-FI fr-BE fr-CA fr-CH fr-FR it-CH it-IT ja-JP nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT sv-SE'
).split(' ')

/** Lists every time zone that the browser knows. */
export function listZones(): readonly string[] {
  return Intl.supportedValuesOf('timeZone')
}

/** Returns the instant `days` days from now in the format of the API. */
export function momentInDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** Reads the value of a `datetime-local` field in the browser's zone; null if it is empty or invalid. */
export function readLocalMoment(typed: string): string | null {
  const at = Date.parse(typed)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Counts the whole minutes since an instant; negative if it is to come. */
export function minutesSince(instant: string): number {
  return Math.floor((Date.now() - Date.parse(instant)) / 60_000)
}

/** Counts the whole days until an instant; negative if it is past. */
export function daysUntil(instant: string): number {
  return Math.floor((Date.parse(instant) - Date.now()) / 86_400_000)
}

function readMarks(locale: string) {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1_234_567.5)
  const find = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: find('decimal', '.'), group: find('group', ',') }
}
