import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useFormats } from '#web/text/text.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FlowChart } from './flow-chart.tsx'
import { filtersOfNode, type FlowData, streamsOf } from './flow-streams.ts'
import styles from './insights.module.css'
import { ReportCard } from './report-card.tsx'
import { useAsked } from './use-insights.ts'
import { type Named, useCategoryNames } from './use-names.ts'
import { useInsightWords } from './words.ts'

/** From income over bills, envelopes and goals to what stayed free. */
export function Flow() {
  const words = useInsightWords()
  const formats = useFormats()
  const { query, today } = useAsked()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...ask('GET /insights/flow', { query }),
    enabled: today !== undefined,
    placeholderData: (before: FlowData | undefined) => before,
  })
  const nameOf = useNodeNames(data)
  if (!data) {
    return error ? (
      <Failed error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height="480px" />
    )
  }
  const { sources, uses } = streamsOf(data)
  const rowOf = (key: string, amount: number, into: string) => ({
    key: `${into} ${key}`,
    filters: filtersOfNode(key, data),
    cells: [nameOf(key).name, into, amount],
  })
  const table = {
    currency: data.currency,
    columns: [
      { label: words.flow.what, kind: 'text' as const },
      { label: words.flow.side, kind: 'text' as const },
      { label: words.amount, kind: 'money' as const },
    ],
    rows: [
      ...sources.map(({ key, amount }) => rowOf(key, amount, words.flow.in)),
      ...uses.flatMap(({ key, amount, parts = [] }) => [
        rowOf(key, amount, words.flow.use),
        ...parts.map((part) => rowOf(part.key, part.amount, nameOf(key).name)),
      ]),
    ],
  }
  return (
    <ReportCard
      title={words.flow.chart}
      file="flow"
      table={table}
      isBusy={isPlaceholderData}
      head={
        <p className={styles.hint}>
          {words.fromTo(formats.day(data.from, 'dated'), formats.day(data.to, 'dated'))}
        </p>
      }
    >
      <FlowChart data={data} sources={sources} uses={uses} nameOf={nameOf} />
    </ReportCard>
  )
}

/** Names the nodes of the flow and finds their faces. */
function useNodeNames(data: FlowData | undefined): (key: string) => Named {
  const words = useInsightWords()
  const categories = useCategoryNames()
  return (key) => {
    const [kind, id = ''] = key.split(' ')
    if (kind === 'in' || kind === 'category') {
      if (id === '') return { name: kind === 'in' ? words.flow.income : words.unfiled, look: null }
      return categories(id)
    }
    if (kind === 'expense') {
      const found = data?.set_aside.find(({ expense_id }) => expense_id === id)
      return { name: found?.name ?? '', look: found?.look ?? null }
    }
    const isBack = data !== undefined && (kind === 'free' ? data.free < 0 : false)
    if (isBack) return { name: words.flow.earlier, look: null }
    const name = words.flow.nodes[(kind === 'use' ? id : kind) as keyof typeof words.flow.nodes]
    return { name: name ?? words.rest, look: null }
  }
}
