import { curveMonotoneX, line } from 'd3-shape'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Mark, paintOf } from '#web/ui/mark.tsx'
import { useFormats } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import { axisOf } from './axis.ts'
import { type Bar, Bars } from './bars.tsx'
import styles from './insights.module.css'
import { type Column, columnsOf, type Layer, layersOf, type Months, sumAt } from './months.ts'
import { ReportCard } from './report-card.tsx'
import { filtersOfCategory, type Named, useCategoryNames } from './use-names.ts'
import { useInsightWords } from './words.ts'

type Props = { readonly data: Months; readonly isBusy: boolean }

/** Spending by month, stacked by category, with last year's line. */
export function MonthStack({ data, isBusy }: Props) {
  const words = useInsightWords()
  const names = useCategoryNames()
  const [at, setAt] = useState<number | null>(null)
  const columns = columnsOf(data)
  const layers = layersOf(data)
  const nameOf = (layer: Layer): Named =>
    layer.isRest ? { name: words.rest, look: null } : names(layer.id)
  const table = {
    currency: data.currency,
    columns: [
      { label: words.month, kind: columns[0]?.isYear ? ('text' as const) : ('month' as const) },
      { label: words.spent, kind: 'money' as const },
      { label: words.lastYear, kind: 'money' as const },
      ...layers.map((layer) => ({ label: nameOf(layer).name, kind: 'money' as const })),
    ],
    rows: columns.map((column) => ({
      key: column.key,
      filters: { type: 'expense' as const, from: column.from, to: column.to },
      cells: [
        column.key,
        sumAt(data.spent, column.months),
        column.before.length > 0 ? sumAt(data.spent, column.before) : null,
        ...layers.map(({ spent }) => sumAt(spent, column.months)),
      ],
    })),
  }
  return (
    <ReportCard title={words.spending.chart} file="spending-by-month" table={table} isBusy={isBusy}>
      <div className={styles.split}>
        <Stack
          data={data}
          columns={columns}
          layers={layers}
          nameOf={nameOf}
          at={at}
          onCursor={setAt}
        />
        <Legend data={data} columns={columns} layers={layers} nameOf={nameOf} at={at} />
      </div>
    </ReportCard>
  )
}

type StackProps = {
  readonly data: Months
  readonly columns: readonly Column[]
  readonly layers: readonly Layer[]
  readonly nameOf: (layer: Layer) => Named
  readonly at: number | null
}

/** A hue that another band has, too, is painted lighter. */
function paintsOf(layers: readonly Layer[], nameOf: (layer: Layer) => Named) {
  const seen = new Map<string, number>()
  return layers.map((layer) => {
    const { look } = nameOf(layer)
    if (look === null) return { className: styles.grey, style: undefined }
    const times = seen.get(look.hue) ?? 0
    seen.set(look.hue, times + 1)
    return {
      className: classes(styles.hued, times > 0 && styles.again),
      style: paintOf(look),
    }
  })
}

function Stack(props: StackProps & { readonly onCursor: (at: number | null) => void }) {
  const { data, columns, layers, nameOf, at, onCursor } = props
  const words = useInsightWords()
  const formats = useFormats()
  const totals = columns.map(({ months }) => sumAt(data.spent, months))
  const last = columns.map(({ before }) => (before.length > 0 ? sumAt(data.spent, before) : null))
  const axis = axisOf([...totals, ...last.map((one) => one ?? 0)])
  const paints = paintsOf(layers, nameOf)
  const drawn = columns.map((column) => {
    let low = 0
    const label = labelOf(column, formats)
    const bars = layers.flatMap((layer, index): Bar[] => {
      const spent = sumAt(layer.spent, column.months)
      if (spent <= 0) return []
      const bar = {
        key: layer.id ?? String(layer.isRest),
        words: words.barOf(nameOf(layer).name, nameOfColumn(column, formats), [
          formats.money(spent, data.currency),
        ]),
        filters: layer.isRest
          ? { type: 'expense' as const, from: column.from, to: column.to }
          : filtersOfCategory(layer.id, 'expense', column),
        low,
        high: low + spent,
        ...paints[index],
      }
      low += spent
      return [bar]
    })
    return { key: column.key, label, bars }
  })
  const path = line<number | null>(
    (_, index) => index + 0.5,
    (cents) => axis.place(cents ?? 0) * 100,
  )
    .defined((cents) => cents !== null)
    .curve(curveMonotoneX)(last)
  return (
    <div>
      <Bars
        name={words.spending.chart}
        columns={drawn}
        axis={axis}
        currency={data.currency}
        at={at}
        onCursor={onCursor}
        over={path && <path className={styles.before} d={path} />}
      />
      {last.some((one) => one !== null) && <p className={styles.key}>{words.lastYearLine}</p>}
    </div>
  )
}

type Formats = ReturnType<typeof useFormats>

export function labelOf({ key, from, isYear }: Column, { day }: Formats): string {
  return isYear ? key : day(from, 'monthShort')
}

export function nameOfColumn({ key, isYear, from }: Column, { day }: Formats): string {
  return isYear ? key : day(from, 'month')
}

/** Says what the bands are, with their amounts in the month that is read or in the whole period. Each leads to them. */
function Legend({ data, columns, layers, nameOf, at }: StackProps) {
  const words = useInsightWords()
  const formats = useFormats()
  const column = at === null ? undefined : columns[at]
  const months = column?.months ?? columns.flatMap((one) => one.months)
  const span = column ?? { from: data.from, to: data.to }
  const total = sumAt(data.spent, months)
  const refunded = sumAt(data.refunded, months)
  const before = column ? column.before : columns.flatMap((one) => one.before)
  const isComparable = before.length === months.length
  const paints = paintsOf(layers, nameOf)
  return (
    <div className={styles.legend}>
      <p className="soft">
        {column
          ? nameOfColumn(column, formats)
          : words.fromTo(formats.day(data.from, 'dated'), formats.day(data.to, 'dated'))}
      </p>
      <Money cents={total} currency={data.currency} className={styles.figure} />
      <p className="soft money">
        {isComparable && words.aYearBefore(formats.money(sumAt(data.spent, before), data.currency))}
        {refunded > 0 && ` ${words.refundedToo(formats.money(refunded, data.currency))}`}
      </p>
      <ul>
        {layers.map((layer, index) => {
          const { name, look } = nameOf(layer)
          return (
            <li key={layer.id ?? String(layer.isRest)}>
              <Link
                to="/transactions"
                search={
                  layer.isRest
                    ? { type: 'expense', from: span.from, to: span.to }
                    : filtersOfCategory(layer.id, 'expense', span)
                }
                className={styles.entry}
              >
                <span
                  className={classes(styles.swatch, paints[index]?.className)}
                  style={paints[index]?.style}
                />
                {look && <Mark look={look} small />}
                <span className={styles.name}>{name}</span>
                <Money cents={sumAt(layer.spent, months)} currency={data.currency} />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
