import { minutesSince } from '#web/text/formats.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Words a size in its largest suitable unit: `4.2 MB`. */
export function bytesText(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 && bytes < 100 * 1000 ** power ? 1 : 0,
  }).format(bytes / 1000 ** power)
}

/** Words how long ago a moment was, for people who wonder if a backup is recent; null: less than a minute. */
export function agoText(moment: string, language: string): string | null {
  const minutes = minutesSince(moment)
  if (minutes < 1) return null
  const [count, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
