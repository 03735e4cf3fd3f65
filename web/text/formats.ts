import type { DateFormat } from '#/platform/contract/preferences.ts'
import { currencyDigits } from '#/core/values/money.ts'
import { writeDay } from './write-day.ts'

/** Numbers, amounts and days as people of a locale write them. The one place where Intl and Date are used. */
export type Formats = ReturnType<typeof createFormats>

export type DayStyle = 'short' | 'dated' | 'weekday' | 'long' | 'month'

const dayStyles: Readonly<Record<DayStyle, Intl.DateTimeFormatOptions>> = {
  short: { day: 'numeric', month: 'short' },
  dated: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
}

export type MoneyOptions = {
  /** Plus before what comes in. */
  readonly signed?: boolean
  /** Without decimals, and millions in words, for what is only to be grasped. */
  readonly whole?: boolean
}

export type FormatOptions = {
  /** The language of the words, where it is another than that of the locale: it decides between one and many. */
  readonly language?: string
  /** How days are written in figures; null: in the words of the locale. */
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
    /** The marks with which the locale writes numbers, for reading what people type. */
    get decimal() {
      return marks().decimal
    },
    get group() {
      return marks().group
    },
    ...numberFormats(locale, keep),
    ...dayFormats(locale, dateFormat, keep),
    /** The form of a word that goes with a number. */
    plural: (count: number, forms: { readonly one: string; readonly other: string }) =>
      plurals().select(count) === 'one' ? forms.one : forms.other,
  }
}

/**
 * Makes each of Intl's formats once, and when it is first used: they cost a hundred times what using them does, and formats
 * are made for each language and locale before anything is drawn.
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
 * Lets the platform read its tables of numbers. The first format of all takes some hundred times as long as those that follow,
 * whatever they are for: better while something else is waited for than when there is something to write.
 */
export function readNumberTables(): void {
  new Intl.NumberFormat().format(0)
}

/** The same for days. */
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
    /** An amount of integer cents: `−1,234.50 €`. The sign is a minus, not a hyphen. */
    money: (cents: number, currency: string, options: MoneyOptions = {}) => {
      // Nothing has no sign, even where it was made by taking nothing away: −0 + 0 is 0.
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
  const weekday = (day: string, width: 'long' | 'narrow') =>
    format(`weekday ${width}`, { weekday: width, timeZone: 'UTC' }).format(dayMoment(day))
  const written = (day: string, style: DayStyle) => {
    if (dateFormat === null || style === 'month') {
      return format(style, { ...dayStyles[style], timeZone: 'UTC' }).format(dayMoment(day))
    }
    const figures = writeDay(day, dateFormat, { year: style === 'dated' || style === 'long' })
    return style === 'weekday' ? `${weekday(day, 'long')} ${figures}` : figures
  }
  const time = (instant: string) => format('time', { timeStyle: 'short' }).format(momentOf(instant))
  return {
    /** A calendar day, whatever the browser's zone: days are no moments. */
    day: (day: string, style: DayStyle = 'short') => written(day, style),
    /** The name of a weekday: `Monday`, `M`. */
    weekday,
    /** As `day`, with the year where it is another than that of `today`. */
    dayNear: (day: string, today: string) =>
      written(day, day.slice(0, 4) === today.slice(0, 4) ? 'short' : 'dated'),
    /** A moment, in the browser's zone: `09:12`. */
    time,
    /** A moment with its day: `20 Nov, 09:12`; with the year where it is another than this one. */
    moment: (instant: string) => {
      const moment = momentOf(instant)
      const style = moment.getFullYear() === new Date().getFullYear() ? 'short' : 'dated'
      if (dateFormat !== null) {
        const figures = writeDay(localDay(moment), dateFormat, { year: style === 'dated' })
        return `${figures}, ${time(instant)}`
      }
      const clock = { hour: 'numeric', minute: '2-digit' } as const
      return format(`moment ${style}`, { ...dayStyles[style], ...clock }).format(moment)
    },
  }
}

function dayMoment(day: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const moment = new Date(Date.UTC(2000, month - 1, date))
  moment.setUTCFullYear(year)
  return moment
}

/** The day on which a moment falls in the browser's zone. */
function localDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

function momentOf(instant: string): Date {
  return new Date(Date.parse(instant))
}

/** How long that many seconds are, in the greatest unit that says enough: `40 seconds`, `3 hours`. */
export function waitText(seconds: number, locale: string): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** The time zone of the browser, as IANA names it. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Every currency with its name in a language, by name. */
export function listCurrencies(
  locale: string,
): readonly { readonly id: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .map((id) => ({ id, name: `${names.of(id) ?? id} (${id})` }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
}

/** The ways to write that people are offered, by name in a language; `chosen` is one of them whatever it is. */
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

/** Every time zone that the browser knows. */
export function listZones(): readonly string[] {
  return Intl.supportedValuesOf('timeZone')
}

/** The moment so many days from now, as the API writes moments. */
export function momentInDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** The moment that a field of type `datetime-local` says, in the browser's zone; null where it says none. */
export function readLocalMoment(typed: string): string | null {
  const at = Date.parse(typed)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** How many whole days lie between now and a moment to come; negative once it is past. */
export function daysUntil(instant: string): number {
  return Math.floor((Date.parse(instant) - Date.now()) / 86_400_000)
}

function readMarks(locale: string) {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1_234_567.5)
  const find = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: find('decimal', '.'), group: find('group', ',') }
}
