import { memo, type ReactNode, useId } from 'react'
import { addDays, parseDay } from '#/core/values/day.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import styles from './transaction-table.module.css'

export type DayOfList = {
  readonly day: string
  readonly count: number
  /** Unknown until the server has counted the list. */
  readonly sums?: readonly { readonly currency: string; readonly sum: number }[]
}

type Props = {
  readonly day: DayOfList | undefined
  readonly today: string
  readonly top: number
  readonly height: number
  readonly children: ReactNode
}

/** The rows of a day under its heading, which stays in sight while they scroll by. */
export function DayRows({ day, today, top, height, children }: Props) {
  const id = useId()
  return (
    <div
      role="rowgroup"
      aria-labelledby={day && id}
      className={styles.day}
      style={{ top, height }}
      data-day={day?.day}
    >
      {day && <Heading id={id} day={day} today={today} />}
      {children}
    </div>
  )
}

/** Hidden from screen readers as an element of its own: it is the name of the group of rows. */
const Heading = memo(function Heading({
  id,
  day: { day, sums },
  today,
}: {
  readonly id: string
  readonly day: DayOfList
  readonly today: string
}) {
  const { days } = useText().transactions
  const formats = useFormats()
  const now = parseDay(today)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const written = formats.day(day, isThisYear ? 'weekday' : 'long')
  const near = now && { [now]: days.today, [addDays(now, -1)]: days.yesterday }[day]
  return (
    <div id={id} className={styles.heading} aria-hidden>
      <span className={styles.date}>
        {near ? (
          <>
            {near} <span className="soft">{written}</span>
          </>
        ) : (
          written
        )}
      </span>
      <span className={styles.sums}>
        {sums?.map(({ currency, sum }) => (
          <Money key={currency} cents={sum} currency={currency} signed={sum > 0} />
        ))}
      </span>
    </div>
  )
})
