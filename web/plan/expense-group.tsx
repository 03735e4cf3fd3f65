import { ChevronRight, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { isCollapsed, rememberCollapsed } from './collapsed.ts'
import type { Expense, Group } from './expense.ts'
import styles from './expense-group.module.css'
import { ExpenseRow } from './expense-row.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { Handle } from './handle.tsx'
import { markOf } from './marks.ts'
import { StepItems } from './step-items.tsx'
import type { Arranging } from './use-arranging.ts'

type Props = {
  readonly group: Group | null
  readonly expenses: readonly Expense[]
  /** All groups. If there are none, the Expenses need no heading. */
  readonly groups: readonly Group[]
  readonly arranging: Arranging
}

/** Shows the Expenses of a group with their sum. The group can be collapsed. */
export function ExpenseGroup({ group, expenses, groups, arranging }: Props) {
  const text = useText()
  const key = group?.id ?? 'none'
  const [collapsed, setCollapsed] = useState(() => isCollapsed(key))
  const alone = groups.length === 0
  const thing = group && ({ kind: 'group', id: group.id } as const)
  const name = group?.name ?? text.plan.groups.none
  const toggle = () => {
    rememberCollapsed(key, !collapsed)
    setCollapsed(!collapsed)
  }
  const open = !collapsed && expenses.length > 0
  return (
    <section
      className={styles.group}
      aria-label={alone ? text.plan.title : name}
      data-thing={markOf({ kind: 'group', id: null })}
      data-drop={dropOf(group, { groups, arranging, open })}
      {...(thing && arranging.thingOf(thing))}
    >
      {!alone && (
        <header className={styles.header} {...(thing && arranging.holdOf(thing))}>
          {thing && groups.length > 1 && (
            <Handle className={styles.handle} {...arranging.handleOf(thing)} />
          )}
          <div className={styles.words}>
            <h2>
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={!collapsed}
                onClick={toggle}
              >
                <ChevronRight size={16} aria-hidden />
                <span>{name}</span>
              </button>
            </h2>
            <Subtotal expenses={expenses} />
          </div>
          {group && <GroupMenu group={group} arranging={arranging} />}
        </header>
      )}
      {open && (
        <ul>
          {expenses.map((expense, index) => (
            <ExpenseRow
              key={expense.id}
              expense={expense}
              groups={groups}
              isLast={index === expenses.length - 1}
              arranging={arranging}
            />
          ))}
        </ul>
      )}
      {!collapsed && expenses.length === 0 && (
        <p className={styles.none}>{text.plan.groups.empty}</p>
      )}
    </section>
  )
}

type DropProps = Pick<Props, 'groups' | 'arranging'> & { readonly open: boolean }

/** Marks where the lifted thing would be dropped: before this group, after it, or into it if no visible row can show that. */
function dropOf(group: Group | null, { groups, arranging: { target }, open }: DropProps) {
  if (target?.thing.kind === 'expense') {
    return target.slot.group === (group?.id ?? null) && !open ? 'into' : undefined
  }
  if (!target || !group) return undefined
  if (target.slot.before === group.id) return 'before'
  return target.slot.before === null && group === groups.at(-1) ? 'after' : undefined
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

type MenuProps = { readonly group: Group; readonly arranging: Arranging }

function GroupMenu({ group, arranging }: MenuProps) {
  const text = useText()
  const [renaming, setRenaming] = useState(false)
  const remove = useSend('DELETE /expense-groups/{id}', {
    onDone: () => toast(text.plan.groups.removed(group.name)),
  })
  const reportFailure = { onError: (error: unknown) => toast(failureText(error, text)) }
  const thing = { kind: 'group', id: group.id } as const
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
        <StepItems arranging={arranging} thing={thing} />
        <MenuSeparator />
        <MenuItem onPick={() => remove.mutate({ params: { id: group.id }, query }, reportFailure)}>
          {words.remove}
        </MenuItem>
      </Menu>
      {renaming && <GroupDialog group={group} onClose={() => setRenaming(false)} />}
    </>
  )
}
