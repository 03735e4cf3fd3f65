import { faultOf } from '#web/calls/failure.ts'
import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Pair } from '#web/ui/stack.tsx'
import type { Account } from './account.ts'

/** Two fields: a balance or a value, and its day, which is not to come. */
export function DatedBalance({
  account,
  labels,
  name,
  value,
  day,
  today,
  error,
  onValue,
  onDay,
}: {
  readonly account: Account
  readonly labels: { readonly value: string; readonly day: string }
  /** The name that the request has for the value. */
  readonly name: 'balance' | 'value'
  readonly value: number | null
  readonly day: string
  readonly today: string | undefined
  /** The failure of the last attempt. */
  readonly error: unknown
  readonly onValue: (value: number | null) => void
  readonly onDay: (day: string) => void
}) {
  const { balanceHint } = useText().accounts.new
  return (
    <Pair>
      <AmountField
        label={labels.value}
        currency={account.currency}
        value={value}
        signed
        autoFocus
        required
        hint={account.balance < 0 ? balanceHint : undefined}
        fault={faultOf(error, name)}
        onChange={onValue}
      />
      <TextField
        label={labels.day}
        type="date"
        value={day}
        max={today}
        required
        fault={faultOf(error, 'day')}
        onChange={(event) => onDay(event.target.value)}
      />
    </Pair>
  )
}
