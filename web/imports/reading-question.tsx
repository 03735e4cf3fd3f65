import { useId } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import type { Mapping, Question } from './import.ts'
import styles from './imports.module.css'
import { nameReading } from './name-reading.ts'

type Reading = Question['readings'][number]

type Props = {
  readonly question: Question
  readonly header: readonly string[]
  readonly currency: string
  readonly busy: boolean
  readonly onChoose: (mapping: Mapping) => void
}

/** Asks how the file is to be read: the possible readings stand side by side, and one press chooses. */
export function ReadingQuestion({ question, header, currency, busy, onChoose }: Props) {
  const text = useText().imports
  const words = text.question
  const { kind, readings } = question
  const lines = [...new Set(readings.flatMap(({ rows }) => rows.map(({ line }) => line)))]
  const shown = lines.toSorted((a, b) => a - b).slice(0, ROWS_MAX)
  return (
    <Card title={words.title}>
      <p>{words.kinds[kind]}</p>
      <div className={styles.readings}>
        {readings.map((reading, place) => (
          <OneReading
            key={place}
            name={nameReading(reading.mapping, { readings, header, words: text })}
            reading={reading}
            lines={shown}
            currency={currency}
            busy={busy}
            onChoose={() => onChoose(reading.mapping)}
          />
        ))}
      </div>
      <p className={styles.soft}>{words.remembered}</p>
    </Card>
  )
}

const ROWS_MAX = 5

function OneReading({
  name,
  reading,
  lines,
  currency,
  busy,
  onChoose,
}: {
  readonly name: string
  readonly reading: Reading
  readonly lines: readonly number[]
  readonly currency: string
  readonly busy: boolean
  readonly onChoose: () => void
}) {
  const words = useText().imports.question
  const { day } = useFormats()
  const id = useId()
  return (
    <section className={styles.reading} aria-labelledby={id}>
      <h3 id={id} className={styles.columnName}>
        {name}
      </h3>
      <ul className={styles.readingRows}>
        {lines.map((line) => {
          const row = reading.rows.find((one) => one.line === line)
          return (
            <li key={line}>
              <span className={styles.columnWords}>
                {row ? (
                  <>
                    <span className={styles.rowConcept}>{row.concept}</span>
                    <span className={styles.soft}>{day(row.booked_at, 'dated')}</span>
                  </>
                ) : (
                  <span className={styles.soft}>{words.leftOut(line)}</span>
                )}
              </span>
              {row && <Toned cents={row.amount} currency={currency} />}
            </li>
          )
        })}
      </ul>
      <Sums reading={reading} currency={currency} />
      <Button look="primary" busy={busy} aria-label={`${words.choose}: ${name}`} onClick={onChoose}>
        {words.choose}
      </Button>
    </section>
  )
}

/** Lists the sums of a reading, and how well it fits the balances in the file. */
function Sums({ reading, currency }: { readonly reading: Reading; readonly currency: string }) {
  const words = useText().imports.question
  const { gaps, closing, skipped } = reading
  return (
    <>
      <dl className={styles.sums}>
        <dt>{words.in}</dt>
        <dd>
          <Toned cents={reading.in} currency={currency} />
        </dd>
        <dt>{words.out}</dt>
        <dd>
          <Toned cents={0 - reading.out} currency={currency} />
        </dd>
        {closing !== null && (
          <>
            <dt>{words.closing}</dt>
            <dd>
              <Money cents={closing} currency={currency} />
            </dd>
          </>
        )}
      </dl>
      {skipped > 0 && <p className={styles.soft}>{words.skipped(skipped)}</p>}
      {gaps > 0 && <p className={styles.fault}>{words.gaps(gaps)}</p>}
      {gaps === 0 && closing !== null && <p className={styles.soft}>{words.fits}</p>}
    </>
  )
}

function Toned({ cents, currency }: { readonly cents: number; readonly currency: string }) {
  return (
    <Money
      cents={cents}
      currency={currency}
      toned
      className={classes(cents < 0 && styles.outgoing)}
    />
  )
}
