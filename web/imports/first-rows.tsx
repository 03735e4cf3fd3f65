import { useFormats, useText } from '#web/text/text.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Preview } from './import.ts'
import styles from './imports.module.css'

const tones: Readonly<Record<Preview['rows'][number]['fate'], Tone>> = {
  new: 'good',
  known: 'neutral',
  alike: 'warn',
}

/** Shows the first rows of the file as parsed, and how each will be imported. */
export function FirstRows({
  preview,
  currency,
}: {
  readonly preview: Preview
  readonly currency: string
}) {
  const text = useText().imports
  const { day } = useFormats()
  const isPhone = usePhone()
  const { rows, counts } = preview
  if (rows.length === 0) return null
  return (
    <Card
      flush
      title={text.first.title}
      aside={
        <span className={styles.soft}>{text.first.more(rows.length, counts?.total ?? 0)}</span>
      }
    >
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={text.first.title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.lineCell}>
                {text.first.line}
              </th>
              <th scope="col">{text.first.day}</th>
              <th scope="col">{text.first.concept}</th>
              <th scope="col" className={styles.end}>
                {text.first.amount}
              </th>
              <th scope="col" className={styles.fateCell}>
                {text.first.fate}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, booked_at, concept, category, amount, fate, status }) => (
              <tr key={line} className={fate === 'new' ? undefined : styles.left}>
                <td className={styles.lineCell}>{line}</td>
                <td className={styles.dayCell}>{day(booked_at, isPhone ? 'short' : 'dated')}</td>
                <td className={styles.conceptCell}>
                  {concept} {status === 'pending' && <Badge>{text.first.pending}</Badge>}
                  {category !== null && <span className={styles.rowCategory}>{category}</span>}
                  {fate !== 'new' && (
                    <span className={styles.fateBelow}>{text.review.fates[fate]}</span>
                  )}
                </td>
                <td className={styles.end}>
                  <Money cents={amount} currency={currency} toned />
                </td>
                <td className={styles.fateCell}>
                  <Badge tone={tones[fate]}>{text.review.fates[fate]}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
