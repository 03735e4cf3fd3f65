import { useQuery } from '@tanstack/react-query'
import { useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { BalanceQuestion } from './balance-question.tsx'
import { askFor } from './import.ts'
import styles from './ask-balance.module.css'

type Unstated = Output<'GET /home'>['unstated'][number]

/** Asks for the balance of an account that files without balances have created. */
export function AskBalance({ account }: { readonly account: Unstated }) {
  const text = useText()
  const { import_id: id, type, currency, balance, day } = account
  const state = useSendOnce('POST /imports/{id}/balance')
  const fault = faultOf(state.error, 'balance')
  return (
    <section className={styles.askBalance} aria-labelledby={`ask-${id}`}>
      <h3 id={`ask-${id}`}>{askFor(account, text)}</h3>
      {state.error && !fault && <Failed error={state.error} />}
      <BalanceQuestion
        type={type}
        currency={currency}
        sum={balance}
        day={day}
        busy={state.isPending}
        fault={fault}
        onAnswer={(stated) => state.send({ params: { id }, body: { balance: stated } })}
      />
    </section>
  )
}

/** Asks for the balances of those of some accounts that are still unknown. */
export function AskBalances({ accounts }: { readonly accounts: readonly (string | null)[] }) {
  const { data } = useQuery(ask('GET /home'))
  const open = data?.unstated.filter(({ account_id: id }) => accounts.includes(id)) ?? []
  return open.map((account) => <AskBalance key={account.account_id} account={account} />)
}
