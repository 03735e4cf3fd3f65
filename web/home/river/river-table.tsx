import { memo } from 'react'
import { useText } from '#web/text/text.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import type { RiverDay } from './shape.ts'

type Props = { readonly days: readonly RiverDay[]; readonly currency: string }

/** The same days as a table, for people who cannot see the picture: those on which something happens. */
export const RiverTable = memo(({ days, currency }: Props) => {
  const words = useText().home.river
  const eventful = days.filter(
    ({ payday, payments }, index) => index === 0 || payday !== null || payments.length > 0,
  )
  return (
    <div className="unseen">
      <table>
        <caption>{words.label}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.free}</th>
            <th scope="col">{words.payments}</th>
          </tr>
        </thead>
        <tbody>
          {eventful.map(({ day, free, payday, payments }) => (
            <tr key={day}>
              <th scope="row">
                <DayText day={day} style="weekday" />
                {payday && `, ${words.payday}`}
              </th>
              <td>
                <Money cents={free} currency={currency} />
              </td>
              <td>
                {payments.map(({ expense_id: id, name, payment }) => (
                  <span key={id}>
                    {name} <Money cents={payment} currency={currency} />{' '}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
