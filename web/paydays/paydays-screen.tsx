import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarDays, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { FoundPaydays } from './found-paydays.tsx'
import { PaydayCalendar } from './payday-calendar.tsx'
import styles from './paydays-screen.module.css'
import type { Forecast, Schedule } from './schedule.ts'
import { ScheduleList } from './schedule-list.tsx'
import { Simulation } from './simulation.tsx'

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((file) => ({ default: file.ScheduleDialog })),
)

/** Shows when money comes and how each payday distributes it. */
export function PaydaysScreen() {
  const text = useText()
  const navigate = useNavigate({ from: '/paydays' })
  const search = useSearch({ from: '/inside/paydays' })
  const schedules = useQuery(ask('GET /funding-schedules'))
  const forecast = useQuery(ask('GET /forecast', { query: { months: 12 } }))
  const error = schedules.error ?? forecast.error
  const editing = schedules.data?.find(({ id }) => id === search.edit)
  const open = () => void navigate({ search: { new: '1' } })
  const close = () => void navigate({ search: {} })
  return (
    <Page
      title={text.paydays.title}
      actions={
        schedules.data?.length !== 0 && (
          <Button look="primary" onClick={open}>
            <Plus size={18} aria-hidden />
            {text.paydays.add}
          </Button>
        )
      }
    >
      {schedules.data?.length === 0 ? (
        <Stack>
          <NoSchedule onAdd={open} />
          <FoundPaydays isFirst />
        </Stack>
      ) : schedules.data && forecast.data ? (
        <Content schedules={schedules.data} forecast={forecast.data} />
      ) : error ? (
        <Failed
          error={error}
          retry={() => void Promise.all([schedules.refetch(), forecast.refetch()])}
        />
      ) : (
        <Skeleton height="480px" />
      )}
      <Suspense>
        {(search.new !== undefined || editing) && (
          <ScheduleDialog schedule={editing} onClose={close} />
        )}
      </Suspense>
    </Page>
  )
}

function NoSchedule({ onAdd }: { readonly onAdd: () => void }) {
  const text = useText().paydays
  return (
    <Empty
      picture={CalendarDays}
      title={text.none}
      actions={
        <Button look="primary" onClick={onAdd}>
          {text.addFirst}
        </Button>
      }
    >
      {text.noneWords}
    </Empty>
  )
}

type ContentProps = { readonly schedules: readonly Schedule[]; readonly forecast: Forecast }

function Content({ schedules, forecast }: ContentProps) {
  const text = useText().paydays
  const [picked, setPicked] = useState<string | null>(null)
  const { paydays } = forecast
  const shown = paydays.find(({ date }) => date === picked) ?? paydays[0]
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Card title={text.calendar}>
          {shown ? (
            <PaydayCalendar forecast={forecast} picked={shown.date} onPick={setPicked} />
          ) : (
            <p className={styles.none}>{text.calendarNone}</p>
          )}
        </Card>
        <ScheduleList schedules={schedules} />
        <FoundPaydays isFirst={false} />
      </div>
      {shown && <Simulation key={shown.date} forecast={forecast} payday={shown} />}
    </div>
  )
}
