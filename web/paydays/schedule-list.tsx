import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, X } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { DayText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.ts'
import { ExtraPaydayDialog } from './extra-payday-dialog.tsx'
import { RemoveScheduleDialog } from './remove-schedule-dialog.tsx'
import type { Schedule } from './schedule.ts'
import styles from './schedule-list.module.css'

/** Lists the schedules in words, with actions for each. */
export function ScheduleList({ schedules }: { readonly schedules: readonly Schedule[] }) {
  const text = useText().paydays
  return (
    <Card title={text.schedules} flush>
      <ul>
        {schedules.map((schedule) => (
          <li key={schedule.id} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.name}>
                {schedule.name} {!schedule.enabled && <Badge>{text.paused}</Badge>}
              </p>
              <Facts schedule={schedule} />
              <ExtraDays schedule={schedule} />
            </div>
            <ScheduleMenu schedule={schedule} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Facts({ schedule }: { readonly schedule: Schedule }) {
  const text = useText().paydays
  const formats = useFormats()
  const { frequency, days, currency, next_run_date: next, estimated_deposit: deposit } = schedule
  const on = days.length > 0 ? text.onDays(days.map(text.dayOf).join(text.and)) : ''
  const amount = (cents: number) => formats.money(cents, currency)
  const facts = [
    next !== null && schedule.enabled && text.next(formats.day(next, 'weekday')),
    deposit !== null && text.expects(amount(deposit)),
    schedule.enabled && text.asks(amount(schedule.estimated_contribution)),
    schedule.wait_for_deposit && text.waits,
  ].filter((fact) => fact !== false)
  return (
    <>
      <p>{`${text.frequencies[frequency]} ${on}`.trim()}</p>
      <p className={`${styles.soft} money`}>{facts.join(' · ')}</p>
    </>
  )
}

/** Lists the paydays that were added one by one. */
function ExtraDays({ schedule }: { readonly schedule: Schedule }) {
  const text = useText()
  const { day: say } = useFormats()
  const words = text.paydays
  const takeBack = useSend('DELETE /funding-schedules/{id}/extra-paydays/{day}', {
    onDone: (_, { params }) => toast(words.done.takenBack(say(params.day))),
  })
  const { id, updated_at: expected_updated_at, extra_days: days, last_run_date: ran } = schedule
  const ahead = days.filter((day) => ran === null || day > ran)
  if (ahead.length === 0) return null
  const remove = (day: string) =>
    takeBack.mutate(
      { params: { id, day }, query: { expected_updated_at } },
      { onError: (error) => toast(failureText(error, text)) },
    )
  return (
    <div className={styles.extra}>
      <span className={styles.soft}>{words.extra}</span>
      {ahead.map((day) => (
        <span key={day} className={styles.chip}>
          <DayText day={day} />
          <IconButton
            name={words.removeExtra(say(day))}
            className={styles.take}
            onClick={() => remove(day)}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </span>
      ))}
    </div>
  )
}

function ScheduleMenu({ schedule }: { readonly schedule: Schedule }) {
  const text = useText()
  const navigate = useNavigate({ from: '/calendar' })
  const [over, setOver] = useState<'add' | 'remove' | null>(null)
  const words = text.paydays
  const { id, name, enabled, updated_at } = schedule
  const change = useSend('PATCH /funding-schedules/{id}', {
    onDone: () => toast(enabled ? words.done.paused(name) : words.done.resumed(name)),
  })
  const pause = () =>
    change.mutate(
      { params: { id }, body: { paused: enabled, expected_updated_at: updated_at } },
      { onError: (error) => toast(failureText(error, text)) },
    )
  const close = () => setOver(null)
  return (
    <>
      <Menu
        button={
          <IconButton name={words.menu(name)}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onPick={() => void navigate({ search: { edit: id } })}>{words.edit}</MenuItem>
        <MenuItem onPick={() => setOver('add')}>{words.addOne}</MenuItem>
        <MenuItem onPick={pause}>{enabled ? words.pause : words.resume}</MenuItem>
        <MenuSeparator />
        <MenuItem onPick={() => setOver('remove')}>{words.remove}</MenuItem>
      </Menu>
      {over === 'add' && <ExtraPaydayDialog schedule={schedule} onClose={close} />}
      {over === 'remove' && <RemoveScheduleDialog schedule={schedule} onClose={close} />}
    </>
  )
}
