import { useFormats } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import moneyStyles from '#web/ui/money.module.css'
import { figureClass, splitFigure } from './figure-parts.ts'
import styles from './hero.module.css'
import { useCounted } from './use-counted.ts'

/** An amount in large figures that counts when it changes; the decimals are small, because nobody decides by them. */
export function Figure({
  cents,
  currency,
  isFirst,
}: {
  readonly cents: number
  readonly currency: string
  readonly isFirst: boolean
}) {
  const formats = useFormats()
  const [whole, rest] = splitFigure(formats.money(useCounted(cents), currency), formats)
  const sized = figureClass({ cents, currency }, { isFirst, formats })
  return (
    <span className={classes('money', moneyStyles.money, sized)}>
      {whole}
      <span className={styles.decimals}>{rest}</span>
    </span>
  )
}
