import { Check, ChevronsUp, CircleAlert, CircleDashed, Hourglass, Pause } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { type Expense, type State, stateOf } from './expense.ts'

const marks = {
  funded: { picture: Check, tone: 'good' },
  ahead: { picture: ChevronsUp, tone: 'good' },
  on_track: { picture: Hourglass, tone: 'neutral' },
  behind: { picture: CircleAlert, tone: 'warn' },
  paused: { picture: Pause, tone: 'neutral' },
  open: { picture: CircleDashed, tone: 'neutral' },
} as const satisfies Record<State, { picture: unknown; tone: Tone }>

/** Shows the state of an Expense by shape, colour and word alike. */
export function StateBadge({ expense }: { readonly expense: Expense }) {
  const text = useText().plan
  const { money } = useFormats()
  const { data: home } = useQuery(ask('GET /home'))
  const state = stateOf(expense)
  const { picture: Picture, tone } = marks[state]
  const need = home?.needs.find((one) => one.kind === 'behind' && one.expense_id === expense.id)
  return (
    <Badge tone={tone}>
      <Picture size={12} strokeWidth={2.5} aria-hidden />
      {state === 'behind' && need?.kind === 'behind'
        ? text.states.behindBy(money(need.missing, expense.currency))
        : text.states[state]}
    </Badge>
  )
}
