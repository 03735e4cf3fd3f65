import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useKeepTerms } from '#web/plan/keep-terms.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { BeforeAfter } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import { useThrottled } from '#web/ui/use-throttled.ts'
import styles from './river.module.css'
import { across, type RiverDay } from './shape.ts'
import type { Moving } from './use-moving.ts'

/** How often the server is asked while a tile is dragged, in milliseconds. */
const PACE_MS = 120

type Props = {
  readonly moving: Moving
  readonly days: readonly RiverDay[]
  readonly currency: string
  readonly onClose: () => void
}

/** Says what another day would change while a payment is dragged there, and saves it once it is dropped. */
export function MovePayment({ moving, days, currency, onClose }: Props) {
  const text = useText()
  const words = text.home.river
  const formats = useFormats()
  const { payment, index, isDropped } = moving
  const { day } = days[index]!
  const params = { id: payment.expense_id }
  const asked = useThrottled(day, PACE_MS, day)
  // Not from before the drag: an undo restores this day.
  const { data: now, error } = useQuery({
    ...ask('GET /expenses/{id}/preview', { params, query: {} }),
    staleTime: 0,
  })
  const { data: then } = useQuery({
    ...ask('GET /expenses/{id}/preview', { params, query: { recurrence_anchor_date: asked } }),
    placeholderData: keepPreviousData,
  })
  const change = useKeepTerms(
    { id: payment.expense_id, name: payment.name },
    { recurrence_anchor_date: day },
    { before: { recurrence_anchor_date: now?.recurrence_anchor_date ?? null }, onDone: onClose },
  )
  const share = across(index, days.length)
  return (
    <div
      role="dialog"
      aria-label={words.move(payment.name, formats.day(day, 'weekday'))}
      className={styles.moving}
      style={{ insetInlineStart: `${share * 100}%`, translate: `${-100 * share}%` }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <strong>{words.move(payment.name, formats.day(day, 'weekday'))}</strong>
      {error && <Failed error={error} />}
      {now && then && (
        <dl className={styles.sums}>
          <dt>{text.plan.whatIf.next}</dt>
          <dd>
            <BeforeAfter
              before={now.next_contribution?.amount ?? 0}
              after={then.next_contribution?.amount ?? 0}
              currency={currency}
            />
          </dd>
        </dl>
      )}
      {then && then.behind_by > 0 && (
        <span className={styles.short}>
          {text.home.coming.short(formats.money(then.behind_by, currency))}
        </span>
      )}
      {change.error && <Failed error={change.error} />}
      {isDropped && (
        <Buttons>
          <Button
            look="primary"
            size="small"
            autoFocus
            busy={!now || change.isPending}
            onClick={change.send}
          >
            {words.keepDay}
          </Button>
          <Button size="small" onClick={onClose}>
            {words.leaveDay}
          </Button>
        </Buttons>
      )}
    </div>
  )
}
