import { Link } from '@tanstack/react-router'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Monogram } from '#web/ui/monogram.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useNames } from '#web/transactions/names.ts'
import { useUndoAssignment } from '#web/transactions/undo-assignment.ts'
import type { HomeData } from './home-data.ts'
import styles from './recent.module.css'

/** Lists the latest transactions; each opens in the list. */
export function Recent({ data }: { readonly data: HomeData }) {
  const text = useText()
  const names = useNames()
  const words = text.assignments
  const undo = useUndoAssignment()
  const all = (
    <Link to="/transactions" className={styles.all}>
      {text.home.recent.all}
    </Link>
  )
  return (
    <Card title={text.home.recent.title} aside={all} flush>
      {data.recent.length === 0 && <p className={styles.none}>{text.home.recent.none}</p>}
      <ul>
        {data.recent.map((one) => {
          const paidFrom = names.expense(one.expense_goal_id)
          const isAutomatic = one.expense_why !== null && paidFrom
          const detail = new Set([isAutomatic ? null : paidFrom, names.category(one.category_id)])
          return (
            <li key={one.id}>
              <Link to="/transactions" search={{ open: one.id }} className={styles.row}>
                <Monogram name={one.concept} look={names.look(one.category_id)} />
                <span className={styles.words}>
                  <span className={styles.concept}>{one.concept}</span>
                  <span className={styles.detail}>
                    <DayText day={one.booked_at} />
                    {[...detail].filter(Boolean).map((name) => ` · ${name}`)}
                  </span>
                </span>
                {one.status === 'pending' && <Badge>{text.transactions.pending}</Badge>}
                <Money cents={one.amount} currency={one.currency} toned signed={one.amount > 0} />
              </Link>
              {isAutomatic && (
                <p className={styles.paid}>
                  {words.paidFrom(paidFrom)}
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={words.undoOf(one.concept, paidFrom)}
                    onClick={() => undo(one)}
                  >
                    {words.undo}
                  </Button>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
