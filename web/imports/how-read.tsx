import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { ColumnFields } from './column-fields.tsx'
import { type Columns, isWhole, noColumns } from './columns.ts'
import { encodings } from '#/core/values/encodings.ts'
import type { Preview } from './import.ts'
import styles from './imports.module.css'
import { ReadingFields } from './reading-fields.tsx'
import type { Mapping } from './review.tsx'

type Props = {
  readonly preview: Preview
  readonly currency: string
  readonly onSay: (mapping: Mapping) => void
}

/** How a CSV file is read, shown by examples from it. What a person changes counts from then on. */
export function HowRead({ preview, currency, onSay }: Props) {
  const words = useText().imports.how
  const { columns, skipped, delimiter, change, changeColumns } = useMapping(preview, onSay)
  // Open where it must be said, and then for as long as somebody is at it.
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
        {!isWhole(columns) && <p className={styles.fault}>{words.incomplete}</p>}
        <p className={styles.soft}>{words.remembered}</p>
      </details>
    </Card>
  )
}

/** What a person has said so far, and what follows from one thing more. Nothing is asked before the columns are whole. */
function useMapping(preview: Preview, onSay: (mapping: Mapping) => void) {
  const { layout } = preview
  const [own, setOwn] = useState<Mapping>({})
  const [draft, setDraft] = useState<Columns | null>(null)
  const columns = draft ?? layout?.columns ?? noColumns
  const skipped = own.skipped ?? layout?.skipped ?? 0
  const say = (mapping: Mapping) => {
    setOwn(mapping)
    onSay(mapping)
  }
  return {
    columns,
    skipped,
    delimiter: layout?.delimiter ?? own.delimiter ?? null,
    change: (part: Mapping) => {
      if (part.delimiter !== undefined) {
        // Other cells: what they are is found out anew.
        setDraft(null)
        say({ ...(own.encoding && { encoding: own.encoding }), ...part })
      } else if (part.skipped !== undefined && !isWhole(columns)) setOwn({ ...own, ...part })
      else say({ ...wholeOf(preview, own), ...namedOf(columns, skipped), ...part })
    },
    changeColumns: (changed: Columns) => {
      setDraft(changed)
      if (!isWhole(changed)) return
      // How dates and amounts are written is found out anew, unless it was said.
      say({ ...wordsOf(own), ...namedOf(changed, skipped) })
    },
  }
}

function namedOf(columns: Columns, skipped: number): Pick<Mapping, 'columns' | 'skipped'> {
  if (!isWhole(columns)) return {}
  return { skipped, columns: { ...columns, description: [...columns.description] } }
}

/** All that is known of how the file is read: one thing changes, and the rest stays as it is shown. */
function wholeOf({ layout, encoding, counts }: Preview, own: Mapping): Mapping {
  if (!layout || counts === null) return own
  const { delimiter, dateOrder, decimal, isInverted } = layout
  const letters = encodings.find((one) => one === encoding)
  return { ...(letters && { encoding: letters }), delimiter, dateOrder, decimal, isInverted }
}

/** What was said of letters and lines, dates and amounts. */
function wordsOf({ encoding, delimiter, isInverted, dateOrder, decimal }: Mapping): Mapping {
  return {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(isInverted !== undefined && { isInverted }),
    ...(dateOrder && { dateOrder }),
    ...(decimal && { decimal }),
  }
}

/** In one line: a date, an amount and the letters, as they are taken. */
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
