import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import styles from './accounts.module.css'

/** Shows the totals of all accounts in the household's currency. */
export function AccountTotals() {
  const { totals } = useText().accounts
  const { data } = useQuery(ask('GET /accounts/summary'))
  if (!data) return null
  const { currency, assets, liabilities, total_balance } = data
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{totals.assets}</dt>
        <dd>
          <Money cents={assets} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{totals.debts}</dt>
        <dd>
          <Money cents={liabilities} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{totals.total}</dt>
        <dd>
          <Money cents={total_balance} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}
