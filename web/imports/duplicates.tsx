import { useText, useFormats } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import type { Preview } from './import.ts'
import styles from './imports.module.css'
import type { Said } from './review.tsx'

type Duplicate = Preview['duplicates'][number]
type Different = NonNullable<Said['different']>

type Props = {
  readonly preview: Preview
  readonly currency: string
  readonly said: Different
  readonly busy: boolean
  readonly onSay: (different: Different) => void
}

/** Rows that look like what is there, each beside that. A person may say that one of them, or all, are other payments. */
export function Duplicates({ preview, currency, said, busy, onSay }: Props) {
  const words = useText().imports.duplicates
  const alike = preview.duplicates.filter(({ fate }) => fate === 'alike')
  const known = preview.duplicates.filter(({ fate }) => fate === 'known')
  const toggle = (duplicate: Duplicate) => {
    if (!busy) onSay(toggled(said, duplicate, alike))
  }
  if (alike.length + known.length === 0) return null
  const listed = { currency, said, onToggle: toggle }
  return (
    <Card
      title={words.title}
      aside={
        alike.length > 0 && (
          <Button
            size="small"
            disabled={busy}
            onClick={() => onSay({ ...said, alike: !said.alike })}
          >
            {said.alike ? words.noneDifferent : words.allDifferent}
          </Button>
        )
      }
    >
      {alike.length > 0 && <List {...listed} title={words.alike} duplicates={alike} />}
      {known.length > 0 && (
        <details className={styles.how}>
          <summary>
            <span className={styles.soft}>{words.known(preview.counts?.known ?? 0)}</span>
            <span className={styles.change}>{words.show}</span>
          </summary>
          <List {...listed} title={words.known(known.length)} duplicates={known} />
        </details>
      )}
    </Card>
  )
}

function isSaid({ alike, rows }: Different, { position, fate }: Duplicate): boolean {
  return (alike && fate === 'alike') || (rows?.includes(position) ?? false)
}

/** Taking one out of all that are different leaves the others so, one by one. */
function toggled(said: Different, duplicate: Duplicate, all: readonly Duplicate[]): Different {
  const { alike, rows = [] } = said
  const { position, fate } = duplicate
  if (!isSaid(said, duplicate)) return { ...(alike && { alike }), rows: [...rows, position] }
  const others = rows.filter((row) => row !== position)
  if (!alike || fate === 'known') return { ...(alike && { alike }), rows: others }
  const rest = all.map((one) => one.position).filter((one) => one !== position)
  return { alike: false, rows: [...new Set([...others, ...rest])] }
}

function List({
  title,
  duplicates,
  currency,
  said,
  onToggle,
}: {
  readonly title: string
  readonly duplicates: readonly Duplicate[]
  readonly currency: string
  readonly said: Different
  readonly onToggle: (duplicate: Duplicate) => void
}) {
  const words = useText().imports.duplicates
  const { day } = useFormats()
  return (
    <div className={styles.duplicates} tabIndex={0} role="region" aria-label={title}>
      {duplicates.map((duplicate) => (
        <label key={duplicate.position} className={styles.duplicate}>
          <input
            type="checkbox"
            checked={isSaid(said, duplicate)}
            onChange={() => onToggle(duplicate)}
          />
          <span className={styles.duplicateWords}>
            <span>
              <Facts>{[day(duplicate.booked_at, 'dated'), duplicate.concept]}</Facts>
            </span>
            <span className={styles.soft}>
              <Twin duplicate={duplicate} />
            </span>
            <span className={styles.soft}>
              {duplicate.different ? words.isDifferent : words.different}
            </span>
          </span>
          <Money cents={duplicate.amount} currency={currency} toned />
        </label>
      ))}
    </div>
  )
}

function Twin({ duplicate }: { readonly duplicate: Duplicate }) {
  const words = useText().imports.duplicates
  const { day } = useFormats()
  const { twin, twin_line: line } = duplicate
  if (line !== null) return words.sameFile(line)
  if (!twin) return null
  const source = twin.file_name === null ? words.sources[twin.provider] : words.file(twin.file_name)
  return (
    <>
      {words.looksLike}{' '}
      <Facts>
        {[twin.concept, day(twin.booked_at, 'dated'), source, twin.deleted && words.deleted]}
      </Facts>
    </>
  )
}
