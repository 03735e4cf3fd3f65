import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatchRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeftRight, Plus, Sprout } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useStable } from '#web/ui/use-stable.ts'
import { type Expense, type Group, inGroups, partOf } from './expense.ts'
import { ExpenseGroup } from './expense-group.tsx'
import { FoundBills } from './found-bills.tsx'
import styles from './plan-screen.module.css'
import { PlanSummary } from './plan-summary.tsx'
import type { PlanAction, PlanPart } from './search.ts'
import { useArranging } from './use-arranging.ts'
import { usePlanKeys } from './use-plan-keys.ts'

const PlanDialog = lazy(() =>
  import('./plan-dialog.tsx').then((file) => ({ default: file.PlanDialog })),
)

/** Shows the Expenses by group. The details of each have their own address. */
export function PlanScreen() {
  const text = useText()
  const navigate = useNavigate()
  const { do: action, only } = useSearch({ from: '/inside/plan' })
  const detailed = useMatchRoute()({ to: '/plan/$id' }) !== false
  const expenses = useQuery(ask('GET /expenses'))
  const groups = useQuery(ask('GET /expense-groups'))
  const open = useStable((what: PlanAction) => void navigate({ to: '/plan', search: { do: what } }))
  usePlanKeys(expenses.data)
  const error = expenses.error ?? groups.error
  const count = expenses.data?.length
  return (
    <Page
      title={text.plan.title}
      actions={
        <>
          {count !== undefined && count > 0 && (
            <Button onClick={() => open('transfer')}>
              <ArrowLeftRight size={16} aria-hidden />
              {text.plan.transfer}
            </Button>
          )}
          {/* Without Expenses, the middle of the screen offers to add the first one. */}
          {count !== 0 && (
            <Button look="primary" onClick={() => open('new')}>
              <Plus size={18} aria-hidden />
              {text.plan.add}
            </Button>
          )}
        </>
      }
    >
      {expenses.data && groups.data ? (
        <PlanContent expenses={expenses.data} groups={groups.data} only={only} onOpen={open} />
      ) : error ? (
        <Failed
          error={error}
          retry={() => void Promise.all([expenses.refetch(), groups.refetch()])}
        />
      ) : (
        <Skeleton height="480px" />
      )}
      <Suspense>
        {action !== undefined && !detailed && (
          <PlanDialog action={action} onClose={() => void navigate({ to: '/plan' })} />
        )}
        <Outlet />
      </Suspense>
    </Page>
  )
}

type ContentProps = {
  readonly expenses: readonly Expense[]
  readonly groups: readonly Group[]
  /** Shows this part alone. */
  readonly only: PlanPart | undefined
  readonly onOpen: (action: PlanAction) => void
}

/** Changes only with the part that the address names, so opening and closing a dialog, or leaving the screen, draws none of it again. */
const PlanContent = memo(({ expenses: all, groups, only, onOpen }: ContentProps) => {
  const text = useText()
  const expenses = only === undefined ? all : partOf(all, only)
  const arranging = useArranging({ expenses, groups })
  // If every Expense is in a group, an empty section appears as the target for leaving the group.
  const withLoose = groups.length > 0 && arranging.lifted?.thing.kind === 'expense'
  return (
    <div className={styles.plan} ref={arranging.container}>
      {only !== undefined && (
        <header className={styles.part}>
          <h2>{text.home.equation[only]}</h2>
          <Link to="/plan" search={{}}>
            {text.plan.showAll}
          </Link>
        </header>
      )}
      {expenses.length > 0 ? (
        <PlanSummary expenses={expenses} />
      ) : (
        only === undefined && <NothingYet onAdd={() => onOpen('new')} />
      )}
      {inGroups(expenses, groups, { withLoose })
        .filter((part) => only === undefined || part.expenses.length > 0)
        .map((part) => (
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
      <Further hasPlan={expenses.length > 0 || groups.length > 0} onOpen={onOpen} />
    </div>
  )
})

/** Offers to add the first Expense; less prominently if bills were found, because those need no typing. */
function NothingYet({ onAdd }: { readonly onAdd: () => void }) {
  const text = useText().plan
  const { data: found } = useQuery(ask('GET /proposals'))
  const hasBills = found !== undefined && found.bills.length > 0
  return (
    <Empty
      picture={Sprout}
      title={text.empty}
      actions={
        <Button look={hasBills ? 'plain' : 'primary'} onClick={onAdd}>
          {text.addFirst}
        </Button>
      }
    >
      {text.emptyWords}
    </Empty>
  )
}

type FurtherProps = Pick<ContentProps, 'onOpen'> & { readonly hasPlan: boolean }

/** Lists the rarer actions, as far as they apply. */
function Further({ hasPlan, onOpen }: FurtherProps) {
  const text = useText().plan
  const { data: archived } = useQuery(ask('GET /archived-expenses'))
  const hasArchived = archived !== undefined && archived.length > 0
  if (!hasPlan && !hasArchived) return null
  return (
    <footer className={styles.further}>
      {hasPlan && (
        <Button look="quiet" size="small" edge="start" onClick={() => onOpen('group')}>
          {text.groups.add}
        </Button>
      )}
      {hasArchived && (
        <Button
          look="quiet"
          size="small"
          edge={hasPlan ? undefined : 'start'}
          onClick={() => onOpen('archived')}
        >
          {text.archived}
        </Button>
      )}
    </footer>
  )
}
