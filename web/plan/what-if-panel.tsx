import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, daysBetween, toDay } from '#/core/values/day.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { BeforeAfter } from '#web/ui/money.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import { useThrottled } from '#web/ui/use-throttled.ts'
import type { Expense } from './expense.ts'
import { useKeepTerms } from './keep-terms.ts'
import { Events, Timeline } from './timeline.tsx'
import { amountSpan, daySpan, differs, termsOfWish, type WhatIf } from './what-if.ts'
import styles from './what-if-panel.module.css'

/** How often the server is asked while a slider moves, in milliseconds. */
const PACE_MS = 120

/** Shows the next events, and how another amount or date would change them, before anything is saved. */
export function WhatIfPanel({ expense }: { readonly expense: Expense }) {
  const words = useText().plan.whatIf
  const { data: home } = useQuery(ask('GET /home'))
  const [tried, setTried] = useState<WhatIf>({})
  const wish = differs(expense, tried)
  const timeline = <Timeline id={expense.id} currency={expense.currency} />
  const { target_amount: target, due_date: due } = expense
  // Cards have no amount of their own, and without an amount and a date there is nothing to try.
  if (!home || expense.type === 'credit_card' || (target === null && due === null)) return timeline
  return (
    <>
      <section className={styles.panel}>
        <h3>{words.title}</h3>
        <Sliders expense={expense} tried={tried} today={home.today} onTry={setTried} />
        {wish && <Outcome expense={expense} wish={wish} onReset={() => setTried({})} />}
      </section>
      {wish ? <WhatWouldCome expense={expense} wish={wish} /> : timeline}
    </>
  )
}

type SlidersProps = {
  readonly expense: Expense
  readonly tried: WhatIf
  readonly today: string
  readonly onTry: (tried: WhatIf) => void
}

function Sliders({ expense, tried, today, onTry }: SlidersProps) {
  const words = useText().plan.whatIf
  const { money, day } = useFormats()
  const { target_amount: target, due_date: due, recurrence_interval_months: months } = expense
  const { recurrence_interval_days: days } = expense
  const start = toDay(today)
  return (
    <>
      {target !== null && target > 0 && (
        <Slider
          label={words.amount}
          {...amountSpan(target)}
          value={tried.target ?? target}
          words={money(tried.target ?? target, expense.currency)}
          onChange={(cents) => onTry({ ...tried, target: cents })}
        />
      )}
      {due !== null && (
        <Slider
          label={expense.type === 'goal' ? words.by : words.due}
          {...daySpan({ due, months: months ?? null, days: days ?? null }, today)}
          value={daysBetween(start, toDay(tried.due ?? due))}
          words={day(tried.due ?? due, 'dated')}
          onChange={(days) => onTry({ ...tried, due: addDays(start, days) })}
        />
      )}
    </>
  )
}

/** Requests a preview of the latest values, throttled while a slider moves. */
function usePreview({ id }: Expense, wish: WhatIf) {
  const asked = useThrottled(wish, PACE_MS, JSON.stringify(wish))
  return useQuery({
    ...ask('GET /expenses/{id}/preview', { params: { id }, query: termsOfWish(asked) }),
    placeholderData: keepPreviousData,
  })
}

type WishProps = { readonly expense: Expense; readonly wish: WhatIf }

function Outcome({ expense, wish, onReset }: WishProps & { readonly onReset: () => void }) {
  const text = useText()
  const words = text.plan.whatIf
  const { money } = useFormats()
  const { data, error } = usePreview(expense, wish)
  const { target_amount, recurrence_anchor_date, updated_at } = expense
  const keep = useKeepTerms(expense, termsOfWish(wish), {
    // Only what is changed: somebody else may have changed the rest before it is undone.
    before: {
      ...(wish.target !== undefined && { target_amount }),
      ...(wish.due !== undefined && { recurrence_anchor_date }),
    },
    expected_updated_at: updated_at,
    onDone: onReset,
  })
  if (error) return <Failed error={error} />
  if (!data) return null
  const { currency } = expense
  return (
    <>
      <dl className={styles.sums} aria-live="polite">
        <dt>{words.next}</dt>
        <dd>
          <BeforeAfter
            before={expense.next_contribution_amount}
            after={data.next_contribution?.amount ?? 0}
            currency={currency}
          />
        </dd>
      </dl>
      {data.behind_by > 0 && (
        <Notice tone="warn">
          <span className="money">{words.behind(money(data.behind_by, currency))}</span>
        </Notice>
      )}
      {keep.error && <Failed error={keep.error} />}
      <Buttons>
        <Button look="primary" size="small" busy={keep.isPending} onClick={keep.send}>
          {words.keep}
        </Button>
        <Button size="small" onClick={onReset}>
          {words.reset}
        </Button>
      </Buttons>
    </>
  )
}

function WhatWouldCome({ expense, wish }: WishProps) {
  const words = useText().plan.whatIf
  const { data } = usePreview(expense, wish)
  if (!data) return null
  return <Events title={words.timeline} events={data.events} currency={expense.currency} />
}
