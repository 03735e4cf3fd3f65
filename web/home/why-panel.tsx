import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { BeforeAfter, Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Pair, Stack, Sum, Words } from '#web/ui/stack.tsx'
import { type Explained, keyOf, WhyLine } from './why-line.tsx'

type Days = { readonly from?: string; readonly to?: string }

/** Lists what changed the number between two days, the largest first, and their sum. */
export function WhyPanel({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const words = text.home.why
  const [days, setDays] = useState<Days>({})
  const { data, error, refetch } = useQuery({
    ...ask('GET /free-to-spend/changes', { query: days }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Dialog title={words.title} open shape="panel" onClose={onClose}>
      <Stack dense>
        {data && <DayFields explained={data} days={days} onChange={setDays} />}
        {error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : data ? (
          <Lines explained={data} />
        ) : (
          <Skeleton height="240px" />
        )}
      </Stack>
    </Dialog>
  )
}

type FieldsProps = {
  readonly explained: Explained
  readonly days: Days
  readonly onChange: (days: Days) => void
}

function DayFields({ explained, days, onChange }: FieldsProps) {
  const words = useText().home.why
  const { first_day: first, today } = explained
  const from = days.from ?? explained.from
  const to = days.to ?? explained.to
  // A cleared field asks for nothing, and keeps the day that is shown.
  const choose = (change: Days) => {
    if (Object.values(change).every((day) => day !== '')) onChange({ from, to, ...change })
  }
  return (
    <Pair narrow>
      <TextField
        label={words.from}
        type="date"
        value={from}
        min={first}
        max={to}
        onChange={({ target }) => choose({ from: target.value })}
      />
      <TextField
        label={words.to}
        hint={to === today ? words.untilNow : undefined}
        type="date"
        value={to}
        min={from}
        max={today}
        onChange={({ target }) => choose({ to: target.value })}
      />
    </Pair>
  )
}

function Lines({ explained }: { readonly explained: Explained }) {
  const words = useText().home.why
  const { lines, currency, before, after, change } = explained
  return (
    <>
      {lines.length === 0 ? (
        <Words>{words.nothing}</Words>
      ) : (
        <Rows label={words.lines} bare>
          {lines.map((line) => (
            <WhyLine key={keyOf(line)} line={line} currency={currency} />
          ))}
        </Rows>
      )}
      <Sum name={words.sum} total>
        <BeforeAfter before={before} after={after} currency={currency} />
        <p className="soft">
          <Money cents={change} currency={currency} signed />
        </p>
      </Sum>
    </>
  )
}
