import { ChevronRight, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { isCollapsed, rememberCollapsed } from './collapsed.ts'
import { type Dragging, useDrag } from './drag.ts'
import { type Expense, type Group, moved, movedOnto } from './expense.ts'
import styles from './expense-group.module.css'
import { ExpenseRow } from './expense-row.tsx'
import { GroupDialog } from './group-dialog.tsx'

type Props = {
  readonly group: Group | null
  readonly expenses: readonly Expense[]
  /** There are no groups at all: then the Expenses need no heading. */
  readonly alone: boolean
  /** The order of all Expenses and of all groups, which a move changes. */
  readonly all: readonly string[]
  readonly groupIds: readonly string[]
  /** Absent where nothing else has an order to change. */
  readonly dragging: Dragging | null
}

/** Expenses under one name, with what they hold together. It can be folded away. */
export function ExpenseGroup({ group, expenses, alone, all, groupIds, dragging }: Props) {
  const text = useText()
  const key = group?.id ?? 'none'
  const [collapsed, setCollapsed] = useState(() => isCollapsed(key))
  const order = useSend('PUT /expenses/order')
  const own = expenses.map(({ id }) => id)
  const name = group?.name ?? text.plan.groups.none
  const toggle = () => {
    rememberCollapsed(key, !collapsed)
    setCollapsed(!collapsed)
  }
  const put = (ids: readonly string[]) =>
    order.mutate(
      { body: { ids: [...ids] } },
      { onError: (error) => toast(failureText(error, text)) },
    )
  const move = (id: string, step: 1 | -1) => put(moved(all, own, { id, step }))
  const dragged = useDrag((one) => put(movedOnto(all, own, one)))
  return (
    <section
      className={styles.group}
      aria-label={alone ? text.plan.title : name}
      {...dragging?.place}
    >
      {!alone && (
        <header className={styles.header} {...dragging?.handle}>
          <h2>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={!collapsed}
              onClick={toggle}
            >
              <ChevronRight size={16} aria-hidden />
              {name}
            </button>
          </h2>
          <Subtotal expenses={expenses} />
          {group && <GroupMenu group={group} groupIds={groupIds} />}
        </header>
      )}
      {!collapsed && (
        <ul>
          {expenses.map((expense, index) => (
            <ExpenseRow
              key={expense.id}
              expense={expense}
              onUp={index === 0 ? null : () => move(expense.id, -1)}
              onDown={index === own.length - 1 ? null : () => move(expense.id, 1)}
              dragging={dragged(expense.id)}
            />
          ))}
        </ul>
      )}
      {!collapsed && own.length === 0 && <p className={styles.none}>{text.plan.groups.empty}</p>}
    </section>
  )
}

function Subtotal({ expenses }: { readonly expenses: readonly Expense[] }) {
  const text = useText().plan.groups
  const { money } = useFormats()
  const first = expenses[0]
  if (first === undefined) return null
  const held = expenses.reduce((sum, { balance }) => sum + balance, 0)
  const goal = expenses.reduce((sum, { reserveGoal }) => sum + reserveGoal, 0)
  return (
    <span className={`${styles.subtotal} money`}>
      {text.of(money(held, first.currency), money(goal, first.currency))}
    </span>
  )
}

function GroupMenu({
  group,
  groupIds,
}: {
  readonly group: Group
  readonly groupIds: readonly string[]
}) {
  const text = useText()
  const [renaming, setRenaming] = useState(false)
  const order = useSend('PUT /expense-groups/order')
  const remove = useSend('DELETE /expense-groups/{id}', {
    onDone: () => toast(text.plan.groups.removed(group.name)),
  })
  const tell = { onError: (error: unknown) => toast(failureText(error, text)) }
  const at = groupIds.indexOf(group.id)
  const move = (step: 1 | -1) =>
    order.mutate({ body: { ids: [...moved(groupIds, groupIds, { id: group.id, step })] } }, tell)
  const words = text.plan.groups
  const query = { expected_updated_at: group.updated_at }
  return (
    <>
      <Menu
        button={
          <IconButton name={words.menu(group.name)}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onPick={() => setRenaming(true)}>{words.rename}</MenuItem>
        {at > 0 && <MenuItem onPick={() => move(-1)}>{text.plan.up}</MenuItem>}
        {at < groupIds.length - 1 && <MenuItem onPick={() => move(1)}>{text.plan.down}</MenuItem>}
        <MenuSeparator />
        <MenuItem onPick={() => remove.mutate({ params: { id: group.id }, query }, tell)}>
          {words.remove}
        </MenuItem>
      </Menu>
      {renaming && <GroupDialog group={group} onClose={() => setRenaming(false)} />}
    </>
  )
}
