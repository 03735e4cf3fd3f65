import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { ColumnFields } from './column-fields.tsx'
import { type Columns, isComplete, noColumns } from './columns.ts'
import { encodings } from '#/core/values/encodings.ts'
import type { Mapping, Preview } from './import.ts'
import styles from './imports.module.css'
import { ReadingFields } from './reading-fields.tsx'

type Props = {
  readonly preview: Preview
  readonly currency: string
  /** The choices that were sent with the preview. */
  readonly chosen: Mapping
  readonly onChange: (mapping: Mapping) => void
}

/** Shows how a CSV file is parsed, with examples from it, and lets a person correct that. */
export function HowRead({ preview, currency, chosen, onChange }: Props) {
  const words = useText().imports.how
  const read = useMapping({ preview, chosen, onChange })
  const { columns, skipped, delimiter, change, changeColumns } = read
  // Initially open if the person has to answer; then stays open while they work on it.
  const [open, setOpen] = useState(preview.counts === null)
  return (
    <Card title={words.title}>
      <details
        className={styles.how}
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <span className={styles.soft}>
            <Summary preview={preview} currency={currency} />
          </span>
          <span className={styles.change}>{words.change}</span>
        </summary>
        <ReadingFields
          preview={preview}
          currency={currency}
          delimiter={delimiter}
          onChange={change}
        />
        <ColumnFields
          sample={preview.sample}
          skipped={skipped}
          columns={columns}
          onChange={changeColumns}
        />
        {!isComplete(columns) && <p className={styles.fault}>{words.incomplete}</p>}
        <p className={styles.soft}>{words.remembered}</p>
      </details>
    </Card>
  )
}

/** Keeps the person's corrections and derives the mapping from them. Nothing is requested before the columns are complete. */
function useMapping({ preview, chosen, onChange }: Omit<Props, 'currency'>) {
  const { layout } = preview
  const [typed, setOwn] = useState<Mapping>({})
  // An answer to the question about the reading is a correction, too.
  const own = { ...chosen, ...typed }
  const [draft, setDraft] = useState<Columns | null>(null)
  const columns = draft ?? layout?.columns ?? noColumns
  const skipped = own.skipped ?? layout?.skipped ?? 0
  const apply = (mapping: Mapping) => {
    setOwn(mapping)
    onChange(mapping)
  }
  return {
    columns,
    skipped,
    delimiter: layout?.delimiter ?? own.delimiter ?? null,
    change: (part: Mapping) => {
      if (part.delimiter !== undefined) {
        // A new delimiter changes the cells, so the columns are detected again.
        setDraft(null)
        apply({ ...(own.encoding && { encoding: own.encoding }), ...part })
      } else if (part.skipped !== undefined && !isComplete(columns)) setOwn({ ...own, ...part })
      else apply({ ...wholeOf(preview, own), ...namedOf(columns, skipped), ...part })
    },
    changeColumns: (changed: Columns) => {
      setDraft(changed)
      if (!isComplete(changed)) return
      // The formats of dates and amounts are detected again, unless the person chose them.
      apply({ ...wordsOf(own), ...namedOf(changed, skipped) })
    },
  }
}

function namedOf(columns: Columns, skipped: number): Pick<Mapping, 'columns' | 'skipped'> {
  if (!isComplete(columns)) return {}
  return { skipped, columns: { ...columns, description: [...columns.description] } }
}

/** Keeps the whole mapping as it is shown, so that one correction does not change the rest. */
function wholeOf({ layout, encoding, counts }: Preview, own: Mapping): Mapping {
  if (!layout || counts === null) return own
  const { delimiter, dateOrder, decimal, isInverted } = layout
  const letters = encodings.find((one) => one === encoding)
  return { ...(letters && { encoding: letters }), delimiter, dateOrder, decimal, isInverted }
}

/** Keeps the corrections of encoding, delimiter, dates and amounts. */
function wordsOf({ encoding, delimiter, isInverted, dateOrder, decimal }: Mapping): Mapping {
  return {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(isInverted !== undefined && { isInverted }),
    ...(dateOrder && { dateOrder }),
    ...(decimal && { decimal }),
  }
}

/** Summarises in one line how a date, an amount and the encoding are read. */
function Summary({ preview, currency }: { readonly preview: Preview; readonly currency: string }) {
  const words = useText().imports.how
  const { day, money } = useFormats()
  const { layout, examples, encoding } = preview
  const date = examples.dates.find(({ order }) => order === layout?.dateOrder)
  const amount = examples.decimals.find(({ sign }) => sign === layout?.decimal)
  return (
    <Facts>
      {[
        date?.day && words.is(date.text, day(date.day, 'long')),
        amount && amount.amount !== null && words.is(amount.text, money(amount.amount, currency)),
        layout && words.delimiters[layout.delimiter],
        encoding,
      ]}
    </Facts>
  )
}
