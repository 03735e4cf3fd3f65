import { useFormats } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import moneyStyles from '#web/ui/money.module.css'
import { figureClass, splitFigure } from './figure-parts.ts'
import styles from './hero.module.css'
import type { HomeData } from './home-data.ts'

/** Free-to-spend in large figures; the decimals are small, because nobody decides by them. */
export function Figure({
  equation,
  isFirst,
}: {
  readonly equation: HomeData['money'][number]
  readonly isFirst: boolean
}) {
  const formats = useFormats()
  const written = formats.money(equation.free_to_spend, equation.currency)
  const [whole, rest] = splitFigure(written, formats)
  return (
    <span
      className={classes('money', moneyStyles.money, figureClass(equation, { isFirst, formats }))}
    >
      {whole}
      <span className={styles.decimals}>{rest}</span>
    </span>
  )
}
