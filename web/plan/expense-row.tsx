import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Menu, MenuChoices, MenuItem, MenuMore, MenuSeparator } from '#web/ui/menu.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { toast } from '#web/ui/toast.ts'
import { useFundNow } from './by-hand.ts'
import type { Expense, Group } from './expense.ts'
import styles from './expense-row.module.css'
import { FundedBar } from './funded-bar.tsx'
import { Handle } from './handle.tsx'
import { kindOf } from './kind.ts'
import type { PlanAction } from './search.ts'
import { StateBadge } from './state-badge.tsx'
import { StepItems } from './step-items.tsx'
import type { Arranging } from './use-arranging.ts'

type Props = {
  readonly expense: Expense
  readonly groups: readonly Group[]
  /** True for the last row of its group. */
  readonly isLast: boolean
  readonly arranging: Arranging
}

/** Shows one Expense on a line: its name, state and balance. */
export function ExpenseRow(props: Props) {
  const { expense, arranging } = props
  const text = useText().plan
  const { id, name, balance, currency, reserveGoal, funding_priority: priority } = expense
  const thing = { kind: 'expense', id } as const
  return (
    <li
      className={styles.row}
      data-drop={dropOf(props)}
      {...arranging.thingOf(thing)}
      {...arranging.holdOf(thing)}
    >
      <span className={styles.picture}>
        <Mark look={expense.look} round />
        <Handle className={styles.handle} {...arranging.handleOf(thing)} />
      </span>
      <div className={styles.main}>
        <div className={styles.words}>
          <p className={styles.title}>
            <Link to="/plan/$id" params={{ id }} draggable={false} className={styles.name}>
              {name}
            </Link>
            <span className="unseen">
              {
                text.kinds[
                  kindOf(expense.type, { isDated: expense.recurrence_anchor_date !== null })
                ]
              }
            </span>
            {priority !== 'normal' && (
              <span className={styles.priority}>{text.priority(text.priorities[priority])}</span>
            )}
          </p>
          <ExpenseFacts expense={expense} />
        </div>
        <p className={styles.sums}>
          <Money cents={balance} currency={currency} className={styles.held} />
          {reserveGoal > 0 && (
            <span className={styles.target}>
              <Target expense={expense} />
            </span>
          )}
        </p>
      </div>
      <div className={styles.state}>
        <StateBadge expense={expense} />
      </div>
      <div className={styles.bar}>
        <FundedBar expense={expense} />
        <Reserved expense={expense} />
      </div>
      <RowMenu {...props} />
    </li>
  )
}

/** Marks where the lifted row would be dropped: before this row or after it. */
function dropOf({ expense: { id, group_id }, groups, isLast, arranging: { target } }: Props) {
  if (target?.thing.kind !== 'expense') return undefined
  const { before, group } = target.slot
  if (before !== null) return before === id ? 'before' : undefined
  const own = groups.some((one) => one.id === group_id) ? group_id : null
  return isLast && group === own ? 'after' : undefined
}

function Target({ expense: { reserveGoal, currency } }: { readonly expense: Expense }) {
  const text = useText().plan
  const { money } = useFormats()
  return <span className="money">{text.of(money(reserveGoal, currency))}</span>
}

/** Shows the due date and the amount of the next payday; for a card, one explaining sentence. */
function ExpenseFacts({ expense }: { readonly expense: Expense }) {
  const text = useText().plan
  const { money, day } = useFormats()
  const { currency, type, due_date: due } = expense
  const amount = (cents: number) => money(cents, currency)
  const facts: string[] = []
  if (type === 'credit_card') {
    const { balance, reserveGoal: owed, reserveShortfall: missing } = expense
    facts.push(owed === 0 ? text.cardClear : text.card(amount(balance), amount(owed)))
    if (missing > 0) facts.push(text.cardMissing(amount(missing)))
  }
  if (due !== null) facts.push(type === 'goal' ? text.by(day(due, 'dated')) : text.due(day(due)))
  else if (type === 'expense') facts.push(text.each)
  if (expense.next_contribution_date !== null && expense.next_contribution_amount > 0) {
    const { next_contribution_amount: next, next_contribution_date: on } = expense
    facts.push(`+${text.contribution(amount(next), day(on))}`)
  }
  if (expense.funding_schedule_ids.length === 0) facts.push(text.noPayday)
  return (
    <p className={styles.facts}>
      <Facts>{facts}</Facts>
    </p>
  )
}

/** Shows the amount held by Fund Ahead. */
function Reserved({ expense }: { readonly expense: Expense }) {
  const text = useText().plan
  if (expense.fund_ahead_payment_count < 2) return null
  return <span className={styles.reserved}>{text.reserved(expense.paymentsReserved)}</span>
}

function RowMenu({ expense, groups, arranging }: Omit<Props, 'isLast'>) {
  const text = useText()
  const navigate = useNavigate()
  const { id, name, is_paused, updated_at } = expense
  const words = text.plan
  const thing = { kind: 'expense', id } as const
  const fund = useFundNow()
  const change = useSend('PATCH /expenses/{id}', {
    onDone: () => toast(is_paused ? words.done.resumed(name) : words.done.paused(name)),
  })
  const open = (action: PlanAction) =>
    void navigate({ to: '/plan/$id', params: { id }, search: { do: action } })
  const pause = () =>
    change.mutate(
      { params: { id }, body: { paused: !is_paused, expected_updated_at: updated_at } },
      { onError: (error) => toast(failureText(error, text)) },
    )
  return (
    <span className={styles.menu}>
      <Menu
        button={
          <IconButton name={words.menu(name)}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onPick={() => open('fund')}>{words.setAside}</MenuItem>
        <MenuItem onPick={() => void fund(expense, { fill: true })}>{words.fill}</MenuItem>
        <MenuItem onPick={() => open('release')}>{words.takeBack}</MenuItem>
        <MenuSeparator />
        <MenuItem onPick={() => open('edit')}>{words.edit}</MenuItem>
        <MenuItem onPick={() => open('transfer')}>{words.transfer}</MenuItem>
        <MenuItem onPick={pause}>{is_paused ? words.resume : words.pause}</MenuItem>
        <MenuSeparator />
        <StepItems arranging={arranging} thing={thing} />
        {groups.length > 0 && (
          <MenuMore name={words.order.toGroup}>
            <MenuChoices
              label={words.form.group}
              value={expense.group_id ?? ''}
              choices={[
                ...groups.map((group) => ({ value: group.id, name: group.name })),
                { value: '', name: words.groups.none },
              ]}
              onPick={(group) => arranging.putIn(thing, group || null)}
            />
          </MenuMore>
        )}
        <MenuItem onPick={() => open('archive')}>{words.archive}</MenuItem>
      </Menu>
    </span>
  )
}
