import type { Formats } from '#web/text/formats.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './hero.module.css'

/** Parts of an amount: the whole, and the decimals with all that follows them, which are set smaller. */
export function splitFigure(written: string, { decimal }: Formats): readonly [string, string] {
  const at = written.lastIndexOf(decimal)
  return at < 0 ? [written, ''] : [written.slice(0, at), written.slice(at)]
}

/** Returns the classes that size and colour the figure. */
export function figureClass(
  { cents, currency }: { readonly cents: number; readonly currency: string },
  { isFirst, formats }: { readonly isFirst: boolean; readonly formats: Formats },
): string {
  const isLong = formats.money(cents, currency).length > 11
  return classes(
    isFirst ? styles.figure : styles.further,
    isLong && styles.long,
    cents < 0 && styles.negative,
  )
}
