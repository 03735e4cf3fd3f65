import { useText, useFormats } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import type { Preview, PreviewChoices } from './import.ts'
import styles from './imports.module.css'

type Duplicate = Preview['duplicates'][number]
type Different = NonNullable<PreviewChoices['different']>

type Props = {
  readonly preview: Preview
  readonly currency: string
  readonly chosen: Different
  readonly busy: boolean
  readonly onChange: (different: Different) => void
}

/** Shows rows that resemble existing payments, side by side. A person may mark one or all of them as different payments. */
export function Duplicates({ preview, currency, chosen, busy, onChange }: Props) {
  const words = useText().imports.duplicates
  const alike = preview.duplicates.filter(({ fate }) => fate === 'alike')
  const known = preview.duplicates.filter(({ fate }) => fate === 'known')
  const toggle = (duplicate: Duplicate) => {
    if (!busy) onChange(toggled(chosen, duplicate, alike))
  }
  if (alike.length + known.length === 0) return null
  const listed = { currency, chosen, onToggle: toggle }
  return (
    <Card
      title={words.title}
      aside={
        alike.length > 0 && (
          <Button
            size="small"
            disabled={busy}
            onClick={() => onChange({ ...chosen, alike: !chosen.alike })}
          >
            {chosen.alike ? words.noneDifferent : words.allDifferent}
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

function isDifferent({ alike, rows }: Different, { position, fate }: Duplicate): boolean {
  return (alike && fate === 'alike') || (rows?.includes(position) ?? false)
}

/** Toggles one row. Unmarking one while all are marked keeps the others marked, one by one. */
function toggled(chosen: Different, duplicate: Duplicate, all: readonly Duplicate[]): Different {
  const { alike, rows = [] } = chosen
  const { position, fate } = duplicate
  if (!isDifferent(chosen, duplicate)) return { ...(alike && { alike }), rows: [...rows, position] }
  const others = rows.filter((row) => row !== position)
  if (!alike || fate === 'known') return { ...(alike && { alike }), rows: others }
  const rest = all.map((one) => one.position).filter((one) => one !== position)
  return { alike: false, rows: [...new Set([...others, ...rest])] }
}

function List({
  title,
  duplicates,
  currency,
  chosen,
  onToggle,
}: {
  readonly title: string
  readonly duplicates: readonly Duplicate[]
  readonly currency: string
  readonly chosen: Different
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
            checked={isDifferent(chosen, duplicate)}
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
