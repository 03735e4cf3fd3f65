import { Link } from '@tanstack/react-router'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { useRemoving } from '#web/transactions/removing.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { BeforeAfter, Money } from '#web/ui/money.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import type { Account } from './account.ts'
import styles from './checking.module.css'

type Compared = Output<'GET /accounts/{id}/reconciliation'>
type Likely = Compared['likely'][number]

/** Shows the difference, its effect, and the rows that may explain it. */
export function Comparison({
  account,
  compared,
  isStale,
}: {
  readonly account: Account
  readonly compared: Compared
  /** The typed balance has not been compared yet. */
  readonly isStale: boolean
}) {
  const words = useText().accounts.compare
  const { currency } = account
  const { own_balance: own, difference, free_to_spend: free, likely, way } = compared
  const isCorrected = difference !== 0 && way !== 'reported'
  return (
    <div role="status" className={classes(isStale && styles.stale)}>
      <dl className={styles.facts}>
        <dt>{words.own}</dt>
        <dd>
          <Money cents={own} currency={currency} />
        </dd>
        <dt>{words.difference}</dt>
        <dd>
          {difference === 0 ? (
            words.agrees
          ) : (
            <Money cents={difference} currency={currency} signed />
          )}
        </dd>
        {isCorrected && (
          <Change name={words.now} change={compared.current_balance} currency={currency} />
        )}
        {isCorrected && free.before !== free.after && (
          <Change name={words.free} change={free} currency={currency} />
        )}
      </dl>
      {likely.length > 0 && (
        <div>
          <p className={styles.part}>{words.likely}</p>
          <Rows label={words.likely} bare>
            {likely.map((one) => (
              <LikelyRow key={`${one.kind} ${one.transactions[0]?.id}`} likely={one} />
            ))}
          </Rows>
        </div>
      )}
    </div>
  )
}

export function Change({
  name,
  change: { before, after },
  currency,
}: {
  readonly name: string
  readonly change: { readonly before: number; readonly after: number }
  readonly currency: string
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <BeforeAfter before={before} after={after} currency={currency} />
      </dd>
    </>
  )
}

function LikelyRow({ likely: { kind, transactions } }: { readonly likely: Likely }) {
  const words = useText().accounts.compare
  const { day } = useFormats()
  const [first] = transactions
  if (!first) return null
  const sum = transactions.reduce((total, { amount }) => total + amount, 0)
  const name =
    kind === 'deleted' ? (
      first.concept
    ) : (
      <Link to="/transactions" search={{ open: first.id }}>
        {first.concept}
      </Link>
    )
  return (
    <Row
      title={name}
      detail={
        <Facts>{[words.kinds[kind], ...transactions.map((row) => day(row.booked_at))]}</Facts>
      }
      aside={<Money cents={kind === 'pending' ? sum : first.amount} currency={first.currency} />}
      actions={<Remedy kind={kind} row={first} />}
    />
  )
}

/** Offers the one step that removes the difference, where there is one. */
function Remedy({
  kind,
  row,
}: {
  readonly kind: Likely['kind']
  readonly row: Likely['transactions'][number]
}) {
  const words = useText().accounts.compare
  const remove = useRemoving()
  const restore = useSend('POST /transactions/{id}/restore')
  if (kind === 'deleted') {
    return (
      <>
        {restore.error && <Notice tone="warn">{words.kinds.deleted}</Notice>}
        <Button
          size="small"
          busy={restore.isPending}
          onClick={() => restore.mutate({ params: { id: row.id } })}
        >
          {words.restore}
        </Button>
      </>
    )
  }
  if (kind !== 'doubled' && kind !== 'correction') return null
  return (
    <Button size="small" aria-label={words.remove(row.concept)} onClick={() => void remove([row])}>
      {words.removeOne}
    </Button>
  )
}
