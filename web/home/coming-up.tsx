import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, Hourglass } from 'lucide-react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import styles from './coming-up.module.css'
import type { HomeData } from './home-data.ts'

type Payment = HomeData['coming_up'][number]

const marks = {
  funded: { picture: Check, tone: 'good' },
  on_the_way: { picture: Hourglass, tone: 'neutral' },
  short: { picture: CircleAlert, tone: 'warn' },
} as const satisfies Record<Payment['state'], { picture: unknown; tone: Tone }>

/** Lists payments due within two weeks, and if their money is set aside. */
export function ComingUp({ data }: { readonly data: HomeData }) {
  const text = useText()
  return (
    <Card title={text.home.coming.title}>
      {data.coming_up.length === 0 ? (
        <p className={styles.none}>{text.home.coming.none}</p>
      ) : (
        <ul className={styles.payments}>
          {data.coming_up.map((payment) => (
            <li key={`${payment.expense_id} ${payment.date}`} className={styles.payment}>
              <span className={styles.date}>
                <DayText day={payment.date} />
              </span>
              <Link to="/plan/$id" params={{ id: payment.expense_id }} className={styles.name}>
                <Mark look={payment.look} small round />
                {payment.name}
              </Link>
              <State payment={payment} currency={data.currency} />
              <Money cents={payment.payment} currency={data.currency} className={styles.sum} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function State({ payment, currency }: { readonly payment: Payment; readonly currency: string }) {
  const text = useText()
  const { money } = useFormats()
  const { picture: Picture, tone } = marks[payment.state]
  const words = text.home.coming
  return (
    <Badge tone={tone}>
      <Picture size={12} strokeWidth={2.5} aria-hidden />
      {payment.state === 'short'
        ? words.short(money(payment.missing, currency))
        : words[payment.state]}
    </Badge>
  )
}
