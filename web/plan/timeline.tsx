import { useQuery } from '@tanstack/react-query'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { DayText, Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './timeline.module.css'

type Event = Output<'GET /forecast'>['expenses'][number]['events'][number]

/** How many of the next events are shown. */
const EVENTS = 12

/** Shows the next paydays and payments of an Expense, with the balance after each. */
export function Timeline({ id, currency }: { readonly id: string; readonly currency: string }) {
  const words = useText().plan.details
  const { data, error } = useQuery(ask('GET /forecast', { query: { months: 12 } }))
  if (error) return <Failed error={error} />
  if (!data) return <Skeleton height="240px" />
  const events = data.expenses.find(({ expense_id }) => expense_id === id)?.events ?? []
  return <Events title={words.timeline} events={events} currency={currency} />
}

type EventsProps = {
  readonly title: string
  readonly events: readonly Event[]
  readonly currency: string
}

/** Shows the first events that change anything. */
export function Events({ title, events: all, currency }: EventsProps) {
  const words = useText().plan.details
  const events = all.filter((event) => event.kind === 'due' || event.planned > 0).slice(0, EVENTS)
  return (
    <section>
      <h3>{title}</h3>
      {events.length === 0 && <p className="soft">{words.timelineNone}</p>}
      <ol className={styles.events}>
        {events.map((event) => (
          <li
            key={`${event.kind} ${event.date}`}
            className={classes(styles.event, event.kind === 'due' && styles.due)}
          >
            <span className="soft">
              <DayText day={event.date} />
            </span>
            <Words event={event} currency={currency} />
            <span className={styles.then}>
              <Money cents={event.balance} currency={currency} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Words({ event, currency }: { readonly event: Event; readonly currency: string }) {
  const words = useText().plan.details
  const { money } = useFormats()
  const amount = (cents: number) => money(cents, currency)
  if (event.kind === 'payday') {
    const { funded, planned } = event
    return (
      <span className={classes('money', funded < planned && styles.short)}>
        {funded < planned
          ? words.paydayShort(amount(funded), amount(planned))
          : words.payday(amount(funded))}
      </span>
    )
  }
  const lacking = event.payment - event.covered
  return (
    <span className="money">
      {words.due(amount(event.payment))}
      {lacking > 0 && <span className={styles.short}> · {words.uncovered(amount(lacking))}</span>}
    </span>
  )
}
