import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { classes } from '#web/ui/classes.ts'
import { TextField } from '#web/ui/field.tsx'
import styles from './insights.module.css'
import { ranges } from './search.ts'
import { useAsked } from './use-insights.ts'
import { useInsightWords } from './words.ts'

/** Chooses the period: some months, everything, or days of one's own. */
export function RangeChoice() {
  const words = useInsightWords()
  const { pathname } = useLocation()
  const search = useSearch({ from: '/inside/insights' })
  const { today, bounds } = useAsked()
  // Recurring payments are found in a time of their own.
  if (pathname.endsWith('/subscriptions')) return null
  const { currency } = search
  const kept = currency === undefined ? {} : { currency }
  const isOwn = search.from !== undefined
  const shown = isOwn ? null : (search.range ?? '1y')
  return (
    <div className={styles.range}>
      <nav className={styles.tabs} aria-label={words.period}>
        {ranges.map((range) => (
          <Link
            key={range}
            to="."
            search={{ ...kept, range }}
            aria-current={range === shown ? 'true' : undefined}
            className={classes(styles.tab, range === shown && styles.here)}
          >
            <span aria-hidden>{words.ranges[range][0]}</span>
            <span className="unseen">{words.ranges[range][1]}</span>
          </Link>
        ))}
        {today !== undefined && (
          <Link
            to="."
            search={{ ...kept, from: bounds.from ?? today, to: bounds.to ?? today }}
            aria-current={isOwn ? 'true' : undefined}
            className={classes(styles.tab, isOwn && styles.here)}
          >
            {words.own}
          </Link>
        )}
      </nav>
      {isOwn && today !== undefined && <OwnDays today={today} kept={kept} />}
    </div>
  )
}

type OwnProps = { readonly today: string; readonly kept: { readonly currency?: string } }

function OwnDays({ today, kept }: OwnProps) {
  const words = useInsightWords()
  const { from = today, to = today } = useSearch({ from: '/inside/insights' })
  const navigate = useNavigate({ from: '/insights' })
  const choose = (days: { from: string; to: string }) => {
    if (days.from === '' || days.to === '' || days.from > days.to) return
    void navigate({ to: '.', search: { ...kept, ...days }, replace: true, resetScroll: false })
  }
  return (
    <>
      <TextField
        type="date"
        label={words.from}
        hideLabel
        value={from}
        max={to}
        onChange={({ target }) => choose({ from: target.value, to })}
      />
      <TextField
        type="date"
        label={words.to}
        hideLabel
        value={to}
        min={from}
        max={today}
        onChange={({ target }) => choose({ from, to: target.value })}
      />
    </>
  )
}
