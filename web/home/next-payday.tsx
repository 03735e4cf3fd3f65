import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { daysBetween, toDay } from '#/core/values/day.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Look } from '#web/ui/look.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Money } from '#web/ui/money.tsx'
import type { HomeData } from './home-data.ts'
import styles from './next-payday.module.css'

/** Shows when money comes next, how much of it is set aside and how much stays free. */
export function NextPayday({ data }: { readonly data: HomeData }) {
  const text = useText()
  const formats = useFormats()
  const { next_payday: payday, currency, today } = data
  const words = text.home.payday
  if (payday === null) {
    return (
      <Card title={words.title}>
        <p className={styles.none}>{words.none}</p>
        <Link to="/calendar" search={{ new: '1' }} className={buttonClass('plain', 'small')}>
          {text.paydays.addFirst}
        </Link>
      </Card>
    )
  }
  const days = daysBetween(toDay(today), toDay(payday.date))
  const missing = payday.planned - payday.funded
  return (
    <Card title={words.title} aside={<span className={styles.soft}>{words.in(days)}</span>}>
      <p className={styles.day}>
        <Link to="/calendar" search={{}}>
          {formats.day(payday.date, 'weekday')}
        </Link>
      </p>
      <dl className={styles.sums}>
        {payday.deposit > 0 && (
          <Sum
            to="/calendar"
            name={words.deposit}
            cents={payday.deposit}
            currency={currency}
            signed
          />
        )}
        <Sum to="/plan" name={words.aside} cents={-payday.funded} currency={currency} signed />
        <Sum
          to="/calendar"
          name={words.after}
          cents={payday.free_to_spend}
          currency={currency}
          strong
        />
      </dl>
      {missing > 0 && <Badge tone="warn">{words.short(formats.money(missing, currency))}</Badge>}
      {payday.parts.length > 0 && <Parts parts={payday.parts} currency={currency} />}
    </Card>
  )
}

type SumProps = {
  readonly name: string
  readonly cents: number
  readonly currency: string
  readonly signed?: boolean
  readonly strong?: boolean
} & Way

/** Says where a row leads: to a screen, or to one Expense. */
type Way = { readonly to: '/calendar' | '/plan' } | { readonly id: string; readonly look: Look }

function Sum({ name, cents, currency, signed = false, strong = false, ...way }: SumProps) {
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>
        {'id' in way ? (
          <Link to="/plan/$id" params={{ id: way.id }}>
            <Mark look={way.look} small round />
            {name}
          </Link>
        ) : (
          <Link to={way.to} search={{}}>
            {name}
          </Link>
        )}
      </dt>
      <dd>
        <Money cents={cents} currency={currency} signed={signed} />
      </dd>
    </div>
  )
}

type PartsProps = {
  readonly parts: NonNullable<HomeData['next_payday']>['parts']
  readonly currency: string
}

function Parts({ parts, currency }: PartsProps) {
  const text = useText()
  return (
    <details className={styles.parts}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        {text.home.payday.parts(parts.length)}
      </summary>
      <dl className={styles.sums}>
        {parts.map((part) => (
          <Sum
            key={part.expense_id}
            id={part.expense_id}
            look={part.look}
            name={part.name}
            cents={part.funded}
            currency={currency}
          />
        ))}
      </dl>
    </details>
  )
}
