import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import styles from './equation-bar.module.css'
import type { HomeData } from './home-data.ts'

type Equation = HomeData['money'][number]
type Part = 'expenses' | 'goals' | 'cards' | 'free'

const WhyPanel = lazy(() => import('./why-panel.tsx').then((file) => ({ default: file.WhyPanel })))

const parts: readonly Part[] = ['expenses', 'goals', 'cards', 'free']

/** Draws In the bank − Expenses − Goals − Cards = Free, as a bar to scale and as a sum. Each part leads to what it consists of. */
export function EquationBar({
  equation,
  uncounted,
}: {
  readonly equation: Equation
  /** Owed on cards whose debt is not set aside, in cents. */
  readonly uncounted: number
}) {
  const words = useText().home.equation
  const formats = useFormats()
  const [isExplained, setExplained] = useState(false)
  const { cash, reserve, currency } = equation
  const amounts = { ...equation, free: equation.free_to_spend }
  const shown = parts.filter((part) => {
    return part === 'free' || amounts[part] !== 0 || (part === 'cards' && uncounted > 0)
  })
  // If more is set aside than there is, the bar shows what is set aside, and no part of it is free.
  const whole = shown.reduce((sum, part) => sum + Math.max(0, amounts[part]), 0)
  return (
    <div className={styles.equation}>
      <div className={styles.bar} aria-hidden>
        {shown
          .filter((part) => amounts[part] > 0)
          .map((part) => (
            <PartLink
              key={part}
              part={part}
              onExplain={() => setExplained(true)}
              bar={amounts[part] / Math.max(1, whole)}
            />
          ))}
      </div>
      <dl className={styles.terms} aria-label={words.label}>
        <div className={styles.term}>
          <dt>
            <Link to="/accounts" search={{}} className={styles.link}>
              {words.cash}
            </Link>
          </dt>
          <dd>
            <Money cents={cash} currency={currency} />
          </dd>
        </div>
        {shown.map((part) => (
          <div key={part} className={classes(styles.term, part === 'free' && styles.result)}>
            <dt>
              <span className={classes(styles.mark, styles[part])} aria-hidden />
              <PartLink part={part} onExplain={() => setExplained(true)} />
            </dt>
            <dd>
              <span className={styles.sign} aria-hidden>
                {part === 'free' ? '=' : '−'}
              </span>
              <Money cents={amounts[part]} currency={currency} />
              {part === 'cards' && uncounted > 0 && (
                <span className={classes('money', styles.uncounted)}>
                  {words.notCounted(formats.money(uncounted, currency))}
                </span>
              )}
              {part === 'expenses' && reserve > 0 && (
                <span className={classes('money', styles.reserve)}>
                  {words.reserve(formats.money(reserve, currency))}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Suspense>{isExplained && <WhyPanel onClose={() => setExplained(false)} />}</Suspense>
    </div>
  )
}

/** Leads from a part to its rows: money set aside to that part of the plan, what is free to the reasons of its changes. */
function PartLink({
  part,
  onExplain,
  bar,
}: {
  readonly part: Part
  readonly onExplain: () => void
  /** The share of the bar, if this is the segment of the bar. Keyboards use the terms below it. */
  readonly bar?: number
}) {
  const words = useText().home.equation
  const name = bar === undefined ? words[part] : null
  const look =
    bar === undefined
      ? { className: styles.link }
      : { className: styles[part], style: { flexGrow: bar }, tabIndex: -1 }
  if (part === 'free') {
    return (
      <button type="button" {...look} onClick={onExplain}>
        {name}
      </button>
    )
  }
  return (
    <Link to="/plan" search={{ only: part }} {...look}>
      {name}
    </Link>
  )
}
