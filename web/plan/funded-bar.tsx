import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { paintOf } from '#web/ui/mark.tsx'
import { barOf, type Expense, stateOf } from './expense.ts'
import styles from './funded-bar.module.css'

/**
 * Shows how far an Expense is funded: solid for the next payment, striped for money held ahead, thin for money spent. Ticks
 * mark one complete payment and the whole goal.
 */
export function FundedBar({ expense }: { readonly expense: Expense }) {
  const text = useText().plan
  const { money } = useFormats()
  const { spent, ordinary, ahead, payment, goal } = barOf(expense)
  const { balance, reserveGoal, currency } = expense
  const state = stateOf(expense)
  const percent = (share: number) => `${share * 100}%`
  return (
    <span
      className={classes(
        styles.bar,
        state === 'behind' && styles.behind,
        state === 'paused' && styles.paused,
      )}
      style={paintOf(expense.look)}
      role="img"
      aria-label={text.bar(money(balance, currency), money(reserveGoal, currency))}
    >
      <span className={styles.fills}>
        {spent > 0 && <span className={styles.spent} style={{ width: percent(spent) }} />}
        {ordinary > 0 && <span className={styles.ordinary} style={{ width: percent(ordinary) }} />}
        {ahead > 0 && <span className={styles.ahead} style={{ width: percent(ahead) }} />}
      </span>
      {payment !== null && <span className={styles.tick} style={{ left: percent(payment) }} />}
      {goal !== null && <span className={styles.tick} style={{ left: percent(goal) }} />}
    </span>
  )
}
