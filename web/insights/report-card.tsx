import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormats } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { downloadText } from '#web/ui/download.ts'
import { Money } from '#web/ui/money.tsx'
import styles from './insights.module.css'
import { type Kind, type Row, type TableModel, toCsv } from './table-model.ts'
import { useInsightWords } from './words.ts'

type Props = {
  readonly title: string
  /** The name of the downloaded file, without its ending. */
  readonly file: string
  readonly table: TableModel
  /** Stands above the chart and the table. */
  readonly head?: ReactNode
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A chart with the same content as a table, and as a file. */
export function ReportCard({ title, file, table, head, isBusy = false, children }: Props) {
  const words = useInsightWords()
  const [asTable, setAsTable] = useState(false)
  return (
    <Card
      title={title}
      aside={
        <span className={styles.tools}>
          <Button look="quiet" size="small" onClick={() => setAsTable(!asTable)}>
            {asTable ? words.asChart : words.asTable}
          </Button>
          <IconButton
            name={words.download}
            onClick={() => downloadText(`${file}.csv`, toCsv(table, words.currency), 'text/csv')}
          >
            <Download size={16} aria-hidden />
          </IconButton>
        </span>
      }
    >
      {head}
      <div aria-busy={isBusy}>
        {asTable ? <ReportTable name={title} table={table} /> : children}
      </div>
    </Card>
  )
}

function ReportTable({ name, table }: { readonly name: string; readonly table: TableModel }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="unseen">{name}</caption>
        <thead>
          <tr>
            {table.columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, index) => {
                const { kind, label } = table.columns[index]!
                const content = (
                  <Cell cell={cell} kind={kind} currency={row.currency ?? table.currency} />
                )
                return index === 0 ? (
                  <th key={label} scope="row">
                    <Linked row={row}>{content}</Linked>
                  </th>
                ) : (
                  <td key={label}>{content}</td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Linked({ row, children }: { readonly row: Row; readonly children: ReactNode }) {
  if (row.filters === undefined) return children
  return (
    <Link to="/transactions" search={row.filters}>
      {children}
    </Link>
  )
}

type CellProps = {
  readonly cell: string | number | null
  readonly kind: Kind
  readonly currency: string
}

function Cell({ cell, kind, currency }: CellProps) {
  const { day, number } = useFormats()
  if (cell === null) return '–'
  if (typeof cell === 'string') {
    return kind === 'day' || kind === 'month' ? day(cell, kind === 'day' ? 'dated' : 'month') : cell
  }
  return kind === 'money' ? <Money cents={cell} currency={currency} /> : number(cell)
}
