import { line } from 'd3-shape'
import { useState } from 'react'
import { useFormats } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import { axisOf } from './axis.ts'
import { Bars } from './bars.tsx'
import styles from './insights.module.css'
import { labelOf, nameOfColumn } from './month-stack.tsx'
import { type Column, columnsOf, type Months, sumAt } from './months.ts'
import { ReportCard } from './report-card.tsx'
import { useInsightWords } from './words.ts'

type Props = { readonly data: Months; readonly isBusy: boolean }

/** Income with refunds, spending, and the difference, of each month. */
export function CashFlow({ data, isBusy }: Props) {
  const words = useInsightWords()
  const [at, setAt] = useState<number | null>(null)
  const columns = columnsOf(data)
  const sums = columns.map((column) => sumsOf(data, column.months))
  const table = {
    currency: data.currency,
    columns: [
      { label: words.month, kind: columns[0]?.isYear ? ('text' as const) : ('month' as const) },
      { label: words.flow.in, kind: 'money' as const },
      { label: words.flow.out, kind: 'money' as const },
      { label: words.flow.net, kind: 'money' as const },
    ],
    rows: columns.map(({ key, from, to }, index) => {
      const { comes, goes } = sums[index]!
      return { key, filters: { from, to }, cells: [key, comes, goes, comes - goes] }
    }),
  }
  const column = at === null ? undefined : columns[at]
  return (
    <ReportCard
      title={words.flow.byMonth}
      file="cash-flow"
      table={table}
      isBusy={isBusy}
      head={<Readout data={data} columns={columns} column={column} />}
    >
      <Chart data={data} columns={columns} sums={sums} at={at} onCursor={setAt} />
      <p className={styles.hint}>{words.flow.transfers}</p>
    </ReportCard>
  )
}

type Sums = { readonly comes: number; readonly goes: number }

function sumsOf(data: Months, months: readonly number[]): Sums {
  return {
    comes: sumAt(data.income, months) + sumAt(data.refunded, months),
    goes: sumAt(data.spent, months),
  }
}

type ReadoutProps = {
  readonly data: Months
  readonly columns: readonly Column[]
  readonly column: Column | undefined
}

/** The figures of the month that is read, or of the whole period. */
function Readout({ data, columns, column }: ReadoutProps) {
  const words = useInsightWords()
  const formats = useFormats()
  const { comes, goes } = sumsOf(data, column?.months ?? columns.flatMap(({ months }) => months))
  const figures = [
    [words.flow.in, comes, styles.in],
    [words.flow.out, goes, styles.out],
    [words.flow.net, comes - goes, styles.net],
  ] as const
  return (
    <>
      <p className="soft">
        {column
          ? nameOfColumn(column, formats)
          : words.fromTo(formats.day(data.from, 'dated'), formats.day(data.to, 'dated'))}
      </p>
      <dl className={styles.figures}>
        {figures.map(([name, cents, className]) => (
          <div key={name}>
            <dt>
              <span className={`${styles.swatch} ${className}`} />
              {name}
            </dt>
            <dd>
              <Money cents={cents} currency={data.currency} className={styles.figure} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type ChartProps = {
  readonly data: Months
  readonly columns: readonly Column[]
  readonly sums: readonly Sums[]
  readonly at: number | null
  readonly onCursor: (at: number | null) => void
}

function Chart({ data, columns, sums, at, onCursor }: ChartProps) {
  const words = useInsightWords()
  const formats = useFormats()
  const axis = axisOf(sums.flatMap(({ comes, goes }) => [comes, -goes]))
  const money = (cents: number) => formats.money(cents, data.currency)
  const drawn = columns.map((column, index) => {
    const { comes, goes } = sums[index]!
    const { from, to, key } = column
    const name = nameOfColumn(column, formats)
    const net = words.flow.netOf(money(comes - goes))
    const incoming = {
      key: 'in',
      words: words.barOf(words.flow.in, name, [money(comes), net]),
      filters: { type: 'income' as const, from, to },
      low: 0,
      high: comes,
      className: styles.in,
    }
    const outgoing = {
      key: 'out',
      words: words.barOf(words.flow.out, name, [money(goes), net]),
      filters: { type: 'expense' as const, from, to },
      low: -goes,
      high: 0,
      className: styles.out,
    }
    return {
      key,
      label: labelOf(column, formats),
      bars: [...(goes > 0 ? [outgoing] : []), ...(comes > 0 ? [incoming] : [])],
    }
  })
  const net = line<Sums>(
    (_, index) => index + 0.5,
    ({ comes, goes }) => axis.place(comes - goes) * 100,
  )(sums)
  return (
    <Bars
      name={words.flow.byMonth}
      columns={drawn}
      axis={axis}
      currency={data.currency}
      at={at}
      onCursor={onCursor}
      over={net && <path className={styles.netLine} d={net} />}
    />
  )
}
