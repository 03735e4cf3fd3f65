import { useQuery } from '@tanstack/react-query'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './explanation.module.css'

type Explained = Output<'GET /expenses/{id}/explanation'>

/** Explains the amount of the next payday as a calculation. */
export function Explanation({ id }: { readonly id: string }) {
  const words = useText().plan.details
  const { data, error } = useQuery(ask('GET /expenses/{id}/explanation', { params: { id } }))
  if (error) return <Failed error={error} />
  if (!data) return <Skeleton height="96px" />
  const { ordinary, fund_ahead: ahead, payday, currency } = data
  return (
    <section className={styles.explanation}>
      <header className={styles.header}>
        <h3>{words.why}</h3>
        {payday !== null && (
          <span>
            <strong>
              <Money cents={ordinary.asked + ahead.asked} currency={currency} signed />
            </strong>{' '}
            <span className="soft">
              <DayText day={payday} />
            </span>
          </span>
        )}
      </header>
      <Part title={words.nextPayment} part={ordinary} currency={currency} />
      {ahead.reason !== 'not_wanted' && (
        <Part title={words.reserve} part={ahead} currency={currency} />
      )}
    </section>
  )
}

type PartProps = {
  readonly title: string
  readonly part: Explained['ordinary']
  readonly currency: string
}

function Part({ title, part, currency }: PartProps) {
  const words = useText().plan.details
  const { money } = useFormats()
  const amount = (cents: number) => money(cents, currency)
  const { asked, missing, needed, held, paydays, funded, before } = part
  return (
    <div className={styles.part}>
      <p className={styles.title}>{title}</p>
      <p>{words.reasons[part.reason]}</p>
      {asked > 0 && <p className="money">{words.missing(amount(needed), amount(held))}</p>}
      {asked > 0 && paydays > 0 && (
        <p className="money">{words.sum(amount(missing), paydays, amount(asked))}</p>
      )}
      {funded !== null && asked > 0 && funded < asked && (
        <p className="money">{words.will(amount(funded))}</p>
      )}
      {funded !== null && funded < asked && before.length > 0 && (
        <p>{words.before(before.map(({ name }) => name).join(', '))}</p>
      )}
    </div>
  )
}
