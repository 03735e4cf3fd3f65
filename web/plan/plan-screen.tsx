import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatchRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeftRight, Plus, Sprout } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSend } from '#web/calls/changes.ts'
import { failureText } from '#web/text/failure-text.ts'
import { toast } from '#web/ui/toast.ts'
import { useDrag } from './drag.ts'
import { type Expense, type Group, inGroups, movedOnto } from './expense.ts'
import { ExpenseGroup } from './expense-group.tsx'
import { FoundBills } from './found-bills.tsx'
import styles from './plan-screen.module.css'
import { PlanSummary } from './plan-summary.tsx'
import type { PlanDeed } from './search.ts'

const PlanDialog = lazy(() =>
  import('./plan-dialog.tsx').then((file) => ({ default: file.PlanDialog })),
)

/** What is set aside, and for what. Behind each row, its details have an address of their own. */
export function PlanScreen() {
  const text = useText()
  const navigate = useNavigate()
  const { do: deed } = useSearch({ from: '/inside/plan' })
  const detailed = useMatchRoute()({ to: '/plan/$id' }) !== false
  const expenses = useQuery(ask('GET /expenses'))
  const groups = useQuery(ask('GET /expense-groups'))
  const open = (what: PlanDeed) => void navigate({ to: '/plan', search: { do: what } })
  const error = expenses.error ?? groups.error
  return (
    <Page
      title={text.plan.title}
      actions={
        <>
          <Button onClick={() => open('transfer')}>
            <ArrowLeftRight size={16} aria-hidden />
            {text.plan.transfer}
          </Button>
          <Button look="primary" onClick={() => open('new')}>
            <Plus size={18} aria-hidden />
            {text.plan.add}
          </Button>
        </>
      }
    >
      {expenses.data && groups.data ? (
        <PlanContent expenses={expenses.data} groups={groups.data} onOpen={open} />
      ) : error ? (
        <Failed
          error={error}
          retry={() => void Promise.all([expenses.refetch(), groups.refetch()])}
        />
      ) : (
        <Skeleton height="480px" />
      )}
      <Suspense>
        {deed !== undefined && !detailed && (
          <PlanDialog deed={deed} onClose={() => void navigate({ to: '/plan' })} />
        )}
        <Outlet />
      </Suspense>
    </Page>
  )
}

type ContentProps = {
  readonly expenses: readonly Expense[]
  readonly groups: readonly Group[]
  readonly onOpen: (deed: PlanDeed) => void
}

function PlanContent({ expenses, groups, onOpen }: ContentProps) {
  const text = useText()
  const all = expenses.map(({ id }) => id)
  const groupIds = groups.map(({ id }) => id)
  const order = useSend('PUT /expense-groups/order')
  const dragged = useDrag((one) =>
    order.mutate(
      { body: { ids: [...movedOnto(groupIds, groupIds, one)] } },
      { onError: (error) => toast(failureText(error, text)) },
    ),
  )
  return (
    <div className={styles.plan}>
      {expenses.length > 0 ? (
        <PlanSummary expenses={expenses} />
      ) : (
        <Empty
          picture={Sprout}
          title={text.plan.empty}
          actions={
            <Button look="primary" onClick={() => onOpen('new')}>
              {text.plan.addFirst}
            </Button>
          }
        >
          {text.plan.emptyWords}
        </Empty>
      )}
      {inGroups(expenses, groups).map((part) => (
        <ExpenseGroup
          key={part.group?.id ?? 'none'}
          {...part}
          alone={groups.length === 0}
          all={all}
          groupIds={groupIds}
          dragging={part.group && dragged(part.group.id)}
        />
      ))}
      <FoundBills />
      <footer className={styles.further}>
        <Button look="quiet" size="small" edge="start" onClick={() => onOpen('group')}>
          {text.plan.groups.add}
        </Button>
        <Button look="quiet" size="small" onClick={() => onOpen('archived')}>
          {text.plan.archived}
        </Button>
      </footer>
    </div>
  )
}
