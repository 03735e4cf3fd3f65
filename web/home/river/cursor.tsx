import { useFormats, useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import styles from './river.module.css'
import { across, down, type RiverDay, type Scale } from './shape.ts'

/** Payments that the reading of a day names; more are counted. */
const NAMED = 3

type Props = {
  readonly days: readonly RiverDay[]
  readonly scale: Scale
  /** The day that is read, as an index; null: none. */
  readonly shown: number | null
  readonly currency: string
  readonly onRead: (index: number | null) => void
  /** True while a payment is dragged: the line stays, the words are those of the payment. */
  readonly isQuiet: boolean
}

/** The line at a day with what it holds. It is a slider: arrow keys go from day to day, and a screen reader says each. */
export function Cursor({ days, scale, shown, currency, onRead, isQuiet }: Props) {
  const words = useText().home.river
  const formats = useFormats()
  const index = shown ?? 0
  const day = days[index]!
  const last = days.length - 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    PageUp: index + 7,
    PageDown: index - 7,
    Home: 0,
    End: last,
  }
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        className={styles.track}
        aria-label={words.read}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={sayDay(day, { words, formats, currency })}
        onFocus={() => onRead(index)}
        onBlur={() => onRead(null)}
        onKeyDown={(event) => {
          const to = steps[event.key]
          if (event.key === 'Escape') onRead(null)
          if (to === undefined) return
          event.preventDefault()
          onRead(Math.min(last, Math.max(0, to)))
        }}
      />
      {shown !== null && (
        <div
          className={styles.cursor}
          style={{ insetInlineStart: `${across(shown, days.length) * 100}%` }}
          aria-hidden
        >
          <span
            className={styles.dot}
            style={{ insetBlockStart: `${down(day.free, scale) * 100}%` }}
          />
          {!isQuiet && <Bubble day={day} share={across(shown, days.length)} currency={currency} />}
        </div>
      )}
    </>
  )
}

type BubbleProps = {
  readonly day: RiverDay
  /** Where it stands across the river, from 0 to 1: at the edges it leans inwards. */
  readonly share: number
  readonly currency: string
}

function Bubble({ day, share, currency }: BubbleProps) {
  const text = useText()
  const words = text.home.river
  const formats = useFormats()
  const { payday, payments } = day
  return (
    <div className={styles.bubble} style={{ translate: `${-100 * share}%` }}>
      <span className="soft">{formats.day(day.day, 'weekday')}</span>
      <strong>
        <Money cents={day.free} currency={currency} /> {words.free}
      </strong>
      {payday && (
        <span className="soft money">
          {words.paydaySums(
            formats.money(payday.deposit, currency, { signed: true }),
            formats.money(payday.funded, currency),
          )}
        </span>
      )}
      {payments.slice(0, NAMED).map(({ expense_id: id, name, payment, missing }) => (
        <span key={id} className={styles.line}>
          <span>{name}</span>
          <Money cents={payment} currency={currency} />
          {missing > 0 && (
            <span className={styles.short}>
              {text.home.coming.short(formats.money(missing, currency))}
            </span>
          )}
        </span>
      ))}
      {payments.length > NAMED && (
        <span className="soft">{words.more(payments.length - NAMED)}</span>
      )}
    </div>
  )
}

type Said = {
  readonly words: ReturnType<typeof useText>['home']['river']
  readonly formats: ReturnType<typeof useFormats>
  readonly currency: string
}

function sayDay({ day, free, payday, payments }: RiverDay, said: Said): string {
  const { words, formats, currency } = said
  const money = (cents: number) => formats.money(cents, currency)
  return [
    `${formats.day(day, 'weekday')}: ${money(free)} ${words.free}`,
    ...(payday ? [words.paydaySums(money(payday.deposit), money(payday.funded))] : []),
    ...payments.map(({ name, payment }) => `${name} ${money(payment)}`),
  ].join('. ')
}
