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
import { type Expense, type Group, inGroups } from './expense.ts'
import { ExpenseGroup } from './expense-group.tsx'
import { FoundBills } from './found-bills.tsx'
import styles from './plan-screen.module.css'
import { PlanSummary } from './plan-summary.tsx'
import type { PlanDeed } from './search.ts'
import { useArranging } from './use-arranging.ts'

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
  const arranging = useArranging({ expenses, groups })
  // Where everything is in a group, there is nowhere else to put what shall be in none.
  const withLoose = groups.length > 0 && arranging.lifted?.thing.kind === 'expense'
  return (
    <div className={styles.plan} ref={arranging.container}>
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
      {inGroups(expenses, groups, { withLoose }).map((part) => (
        <ExpenseGroup
          key={part.group?.id ?? 'none'}
          {...part}
          groups={groups}
          arranging={arranging}
        />
      ))}
      <p id={arranging.help} className="unseen">
        {text.plan.order.help}
      </p>
      <p className="unseen" aria-live="assertive">
        {arranging.said}
      </p>
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
