import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import type { Look } from '#web/ui/look.ts'
import { fill, Mark, paintOf } from '#web/ui/mark.tsx'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import { moveAmongLinks } from './arrows.ts'
import styles from './spending-bars.module.css'
import { filtersOf, type SpendingGroup, useGroupName } from './spending-groups.ts'
import type { Spending } from './spending.ts'

/** How many bars are shown at first. */
const SHOWN = 12

type Props = { readonly data: Spending; readonly today: string }

/** Draws one bar for each category or merchant, longest first. */
export function SpendingBars({ data, today }: Props) {
  const words = useText().insights
  const [all, setAll] = useState(false)
  const most = Math.max(1, ...data.groups.map(({ spent }) => spent))
  const further = data.groups.length - SHOWN
  return (
    <>
      <ul className={styles.bars} aria-label={words.spending.chart} onKeyDown={moveAmongLinks}>
        {data.groups.slice(0, all ? undefined : SHOWN).map((group) => (
          <li key={group.key}>
            <Bar data={data} group={group} share={group.spent / most} today={today} />
          </li>
        ))}
      </ul>
      {further > 0 && !all && (
        <Button look="quiet" size="small" edge="start" onClick={() => setAll(true)}>
          {words.spending.more(further)}
        </Button>
      )}
    </>
  )
}

/** Finds the face of a bar that stands for a category. */
function useLook({ group_by }: Spending, { category_id: id }: SpendingGroup): Look | null {
  const { data: categories } = useQuery({
    ...ask('GET /categories'),
    enabled: group_by === 'category',
  })
  if (group_by !== 'category') return null
  return categories?.find((category) => category.id === id)?.look ?? null
}

type BarProps = Props & { readonly group: SpendingGroup; readonly share: number }

function Bar({ data, group, share, today }: BarProps) {
  const counting = useCounting()
  const words = useText().insights
  const formats = useFormats()
  const name = useGroupName(data)(group)
  const filters = filtersOf(group, data, { today, counting })
  const count = words.count(group.transaction_count)
  const look = useLook(data, group)
  const content = (
    <>
      <span className={styles.name}>
        {look && <Mark look={look} small />}
        {name}
      </span>
      <span className={styles.count}>
        {formats.percent(group.share_bps / 10_000)} · {count}
      </span>
      <Money cents={group.spent} currency={data.currency} />
      <span className={styles.track} aria-hidden>
        <span
          className={classes(styles.fill, look && fill)}
          style={{ width: `${share * 100}%`, ...(look && paintOf(look)) }}
        />
      </span>
    </>
  )
  if (filters === null) return <div className={styles.bar}>{content}</div>
  return (
    <Link to="/transactions" search={filters} className={styles.bar}>
      {content}
    </Link>
  )
}
