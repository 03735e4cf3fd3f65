import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Mark, paintOf } from '#web/ui/mark.tsx'
import { useCounting } from '#web/shell/session.ts'
import { useFormats } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import styles from './insights.module.css'
import { type Compared, comparedAt, type Months } from './months.ts'
import { monthBounds } from './period.ts'
import { ReportCard } from './report-card.tsx'
import { filtersOfCategory, useCategoryNames } from './use-names.ts'
import { useInsightWords } from './words.ts'

/** Categories that are listed at first. */
const SHOWN = 10

type Props = { readonly data: Months; readonly isBusy: boolean }

/** Each category in a month against its mean of the 3 and the 12 months before. */
export function CategoryMeans({ data, isBusy }: Props) {
  const words = useInsightWords()
  const formats = useFormats()
  const counting = useCounting()
  const names = useCategoryNames()
  const last = data.months.length - 1
  const [back, setBack] = useState(0)
  const [all, setAll] = useState(false)
  const index = Math.max(data.shown_from, last - back)
  const month = data.months[index]!
  const span = monthBounds(month, data.today, counting)
  const rows = comparedAt(data, index)
  const most = Math.max(1, ...rows.flatMap((one) => [one.spent, one.mean3 ?? 0, one.mean12 ?? 0]))
  const table = {
    currency: data.currency,
    columns: [
      { label: words.category, kind: 'text' as const },
      { label: formats.day(month, 'month'), kind: 'money' as const },
      { label: words.mean3, kind: 'money' as const },
      { label: words.mean12, kind: 'money' as const },
    ],
    rows: rows.map(({ id, spent, mean3, mean12 }) => ({
      key: String(id),
      filters: filtersOfCategory(id, 'expense', span),
      cells: [names(id).name, spent, mean3, mean12],
    })),
  }
  return (
    <ReportCard
      title={words.means.title}
      file="categories-and-means"
      table={table}
      isBusy={isBusy}
      head={<Stepper data={data} index={index} onStep={(to) => setBack(last - to)} />}
    >
      {rows.length === 0 && <p className="soft">{words.spending.none}</p>}
      <ul className={styles.means}>
        {rows.slice(0, all ? undefined : SHOWN).map((one) => (
          <li key={String(one.id)}>
            <Link
              to="/transactions"
              search={filtersOfCategory(one.id, 'expense', span)}
              className={styles.mean}
            >
              <Against one={one} most={most} currency={data.currency} />
            </Link>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && !all && (
        <Button look="quiet" size="small" edge="start" onClick={() => setAll(true)}>
          {words.spending.more(rows.length - SHOWN)}
        </Button>
      )}
    </ReportCard>
  )
}

type StepperProps = {
  readonly data: Months
  readonly index: number
  readonly onStep: (index: number) => void
}

/** Chooses the month that is compared. */
function Stepper({ data, index, onStep }: StepperProps) {
  const words = useInsightWords().means
  const { day } = useFormats()
  const month = data.months[index]!
  const isLast = index === data.months.length - 1
  const name = day(month, 'month')
  return (
    <div className={styles.stepper}>
      <IconButton
        name={words.before}
        disabled={index <= data.shown_from}
        onClick={() => onStep(index - 1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <strong aria-live="polite">
        {isLast && data.to === data.today ? words.soFar(name) : name}
      </strong>
      <IconButton name={words.after} disabled={isLast} onClick={() => onStep(index + 1)}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
      <span className={classes('soft', styles.meanKey)}>{words.key}</span>
    </div>
  )
}

type AgainstProps = {
  readonly one: Compared
  readonly most: number
  readonly currency: string
}

function Against({ one, most, currency }: AgainstProps) {
  const words = useInsightWords().means
  const { money } = useFormats()
  const { name, look } = useCategoryNames()(one.id)
  const { spent, mean3, mean12 } = one
  const share = (cents: number) => `${(cents / most) * 100}%`
  const away = mean3 === null ? null : spent - mean3
  return (
    <>
      <span className={styles.meanName}>
        {look && <Mark look={look} small />}
        {name}
      </span>
      <span className="soft money">
        {away === null
          ? words.unknown
          : away === 0
            ? words.equal
            : away > 0
              ? words.above(money(away, currency))
              : words.below(money(-away, currency))}
      </span>
      <Money cents={spent} currency={currency} />
      <span className={styles.track} aria-hidden>
        <span
          className={classes(styles.filled, look ? styles.hued : styles.grey)}
          style={{ ...(look && paintOf(look)), width: share(spent) }}
        />
        {mean12 !== null && <span className={styles.mark12} style={{ left: share(mean12) }} />}
        {mean3 !== null && <span className={styles.mark3} style={{ left: share(mean3) }} />}
      </span>
    </>
  )
}
