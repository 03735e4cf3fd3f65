import { useFormats } from '#web/text/text.tsx'
import type { MoneyOptions } from '#web/text/formats.ts'
import { classes } from './classes.ts'
import styles from './money.module.css'

type Props = MoneyOptions & {
  readonly cents: number
  readonly currency: string
  /** Shows incoming money bold; the sign says it as well. */
  readonly toned?: boolean
  readonly className?: string | undefined
}

/** Shows an amount of integer cents. It is blurred in private mode. */
export function Money({ cents, currency, toned = false, className, ...options }: Props) {
  const { money } = useFormats()
  return (
    <span className={classes('money', styles.money, toned && cents > 0 && styles.in, className)}>
      {money(cents, currency, options)}
    </span>
  )
}

/** Shows an amount before and after a change. */
export function BeforeAfter({
  before,
  after,
  currency,
}: {
  readonly before: number
  readonly after: number
  readonly currency: string
}) {
  return (
    <>
      <Money cents={before} currency={currency} />
      {' → '}
      <strong>
        <Money cents={after} currency={currency} />
      </strong>
    </>
  )
}

/** Shows a calendar day, readable for people and machines. */
export function DayText({
  day,
  style,
}: {
  readonly day: string
  readonly style?: 'short' | 'weekday' | 'long'
}) {
  const formats = useFormats()
  return <time dateTime={day}>{formats.day(day, style ?? 'short')}</time>
}
