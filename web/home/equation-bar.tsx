import { Link } from '@tanstack/react-router'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import styles from './equation-bar.module.css'
import type { HomeData } from './home-data.ts'

type Equation = HomeData['money'][number]
type Part = 'expenses' | 'goals' | 'cards' | 'free'

const parts: readonly Part[] = ['expenses', 'goals', 'cards', 'free']

/** Draws In the bank − Expenses − Goals − Cards = Free, as a bar to scale and as a sum. */
export function EquationBar({
  equation,
  uncounted,
}: {
  readonly equation: Equation
  /** Owed on cards whose debt is not set aside, in cents. */
  readonly uncounted: number
}) {
  const text = useText()
  const formats = useFormats()
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
            <span
              key={part}
              className={styles[part]}
              style={{ flexGrow: amounts[part] / Math.max(1, whole) }}
            />
          ))}
      </div>
      <dl className={styles.terms} aria-label={text.home.equation.label}>
        <div className={styles.term}>
          <dt>
            <Link to="/accounts" search={{}} className={styles.link}>
              {text.home.equation.cash}
            </Link>
          </dt>
          <dd>
            <Money cents={cash} currency={currency} />
          </dd>
        </div>
        {shown.map((part) => (
          <div key={part} className={classes(styles.term, part === 'free' && styles.result)}>
            <dt>
              <PartName part={part} />
            </dt>
            <dd>
              <span className={styles.sign} aria-hidden>
                {part === 'free' ? '=' : '−'}
              </span>
              <Money cents={amounts[part]} currency={currency} />
              {part === 'cards' && uncounted > 0 && (
                <span className={classes('money', styles.uncounted)}>
                  {text.home.equation.notCounted(formats.money(uncounted, currency))}
                </span>
              )}
              {part === 'expenses' && reserve > 0 && (
                <span className={classes('money', styles.reserve)}>
                  {text.home.equation.reserve(formats.money(reserve, currency))}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Names a part, and leads to what it consists of. */
function PartName({ part }: { readonly part: Part }) {
  const words = useText().home.equation
  return (
    <>
      <span className={classes(styles.mark, styles[part])} aria-hidden />
      {part === 'free' ? (
        words.free
      ) : (
        <Link to="/plan" search={{}} className={styles.link}>
          {words[part]}
        </Link>
      )}
    </>
  )
}
