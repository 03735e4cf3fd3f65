import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { addDays, addMonths, endOfMonth, startOfMonth, toDay } from '#/core/values/day.ts'
import { ask } from '#web/calls/queries.ts'
import { useLastSeen } from '#web/edits/use-last-seen.ts'
import { FoundPaydays } from '#web/paydays/found-paydays.tsx'
import { NoSchedule } from '#web/paydays/no-schedule.tsx'
import { ScheduleList } from '#web/paydays/schedule-list.tsx'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import styles from './calendar.module.css'
import type { CalendarData } from './calendar-data.ts'
import { DayDetails } from './day-details.tsx'
import { MonthGrid } from './month-grid.tsx'
import { MonthSums } from './month-sums.tsx'

const ScheduleDialog = lazy(() =>
  import('#web/paydays/schedule-dialog.tsx').then((file) => ({ default: file.ScheduleDialog })),
)

const FeedsDialog = lazy(() =>
  import('./feeds/feeds-dialog.tsx').then((file) => ({ default: file.FeedsDialog })),
)

/** Shows a month of bills and paydays, the details of a day, and the schedules of pay. */
export function CalendarScreen() {
  const text = useText()
  const navigate = useNavigate({ from: '/calendar' })
  const search = useSearch({ from: '/inside/calendar' })
  const schedules = useQuery(ask('GET /funding-schedules'))
  const home = useQuery(ask('GET /home'))
  const error = schedules.error ?? home.error
  const editing = useLastSeen(schedules.data, search.edit)
  const { new: _new, edit: _edit, feeds: _feeds, ...place } = search
  const open = () => void navigate({ search: { ...place, new: '1' } })
  const close = () => void navigate({ search: place, resetScroll: false })
  return (
    <Page
      title={text.calendar.title}
      actions={
        schedules.data?.length !== 0 && (
          <>
            <Button onClick={() => void navigate({ search: { ...place, feeds: '1' } })}>
              <CalendarPlus size={18} aria-hidden />
              {text.calendar.subscribe}
            </Button>
            <Button onClick={open}>
              <Plus size={18} aria-hidden />
              {text.paydays.add}
            </Button>
          </>
        )
      }
    >
      {schedules.data && home.data ? (
        <Stack>
          {schedules.data.length === 0 && <NoSchedule onAdd={open} />}
          <Month today={home.data.today} />
          {schedules.data.length > 0 && <ScheduleList schedules={schedules.data} />}
          <FoundPaydays isFirst={schedules.data.length === 0} />
        </Stack>
      ) : error ? (
        <Failed
          error={error}
          retry={() => void Promise.all([schedules.refetch(), home.refetch()])}
        />
      ) : (
        <Skeleton height="640px" />
      )}
      <Suspense>
        {(search.new !== undefined || editing) && (
          <ScheduleDialog key={editing?.id ?? 'new'} schedule={editing} onClose={close} />
        )}
        {search.feeds !== undefined && <FeedsDialog onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** Asks for the days of a month. */
function askMonth(month: string) {
  return ask('GET /calendar', { query: { from: month, to: endOfMonth(toDay(month)) } })
}

function Month({ today }: { readonly today: string }) {
  const navigate = useNavigate({ from: '/calendar' })
  const queries = useQueryClient()
  const { day, month: other } = useSearch({ from: '/inside/calendar' })
  const month = startOfMonth(toDay(day ?? (other === undefined ? today : `${other}-01`)))
  // The days of another month would be shown under the name of this one, so only the rest of its answer stands in.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...askMonth(month),
    placeholderData: (before: CalendarData | undefined) => before && { ...before, days: [] },
  })
  if (!data) {
    return error ? (
      <Failed error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height="640px" />
    )
  }
  const bounds = { first: data.first_day, last: data.last_day }
  const turn = (by: number) => {
    const to = addMonths(month, by)
    void navigate({ search: { month: to.slice(0, 7) }, resetScroll: false })
  }
  const prepare = (by: number) => void queries.prefetchQuery(askMonth(addMonths(month, by)))
  const picked = day ?? firstOfInterest(data, today)
  const shown = data.days.find(({ date }) => date === picked)
  const pick = (to: string) =>
    void navigate({ search: { day: to }, replace: true, resetScroll: false })
  return (
    <div className={styles.columns}>
      <Card className={styles.month}>
        <header className={styles.head}>
          <MonthName month={month} />
          <Turn
            isFirst={addDays(month, -1) < bounds.first}
            isLast={endOfMonth(month) >= bounds.last}
            onTurn={turn}
            onPrepare={prepare}
            onToday={
              month === startOfMonth(toDay(today))
                ? null
                : () => void navigate({ search: {}, resetScroll: false })
            }
          />
          <MonthSums data={data} />
        </header>
        <div aria-busy={isPlaceholderData}>
          <MonthGrid month={month} data={data} picked={picked} bounds={bounds} onPick={pick} />
        </div>
      </Card>
      {shown && <DayDetails key={shown.date} day={shown} data={data} />}
    </div>
  )
}

/** The day that is open at first: the next one with something on it, or else today, or the first of the month. */
function firstOfInterest({ days }: CalendarData, today: string): string {
  const next = days.find(({ date, due, payday }) => date >= today && (due.length > 0 || payday))
  const last = days.findLast(({ date, paid }) => date <= today && paid.length > 0)
  return (next ?? last ?? days.find(({ date }) => date === today) ?? days[0])?.date ?? today
}

function MonthName({ month }: { readonly month: string }) {
  const { day } = useFormats()
  return (
    <h2 className={styles.name} aria-live="polite">
      {day(month, 'month')}
    </h2>
  )
}

type TurnProps = {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onTurn: (by: number) => void
  readonly onPrepare: (by: number) => void
  /** Null in the month of today. */
  readonly onToday: (() => void) | null
}

function Turn({ isFirst, isLast, onTurn, onPrepare, onToday }: TurnProps) {
  const words = useText().calendar
  return (
    <div className={styles.turn}>
      {onToday && (
        <Button look="quiet" size="small" onClick={onToday}>
          {words.today}
        </Button>
      )}
      <IconButton
        name={words.before}
        disabled={isFirst}
        onMouseEnter={() => onPrepare(-1)}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <IconButton
        name={words.after}
        disabled={isLast}
        onMouseEnter={() => onPrepare(1)}
        onClick={() => onTurn(1)}
      >
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
