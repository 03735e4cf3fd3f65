import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useLastSeen } from '#web/edits/use-last-seen.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { ArchivedDialog } from './archived-dialog.tsx'
import { ExpenseDialog } from './expense-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import type { PlanAction } from './search.ts'
import { TransferDialog } from './transfer-dialog.tsx'

type Props = {
  readonly action: PlanAction
  /** The Expense that the address names, if any. */
  readonly id?: string
  readonly onClose: () => void
}

/** Opens the dialog that the address names. */
export function PlanDialog({ action, id, onClose }: Props) {
  const { data: expenses } = useQuery(ask('GET /expenses'))
  const expense = useLastSeen(expenses, id)
  switch (action) {
    case 'new':
      return <ExpenseDialog key="new" onClose={onClose} />
    case 'edit':
      return expense ? <ExpenseDialog key={id} expense={expense} onClose={onClose} /> : null
    case 'transfer':
    case 'fund':
    case 'release':
      return expenses ? (
        <TransferDialog
          // The address may name another movement while a dialog is open: its sides and amount are new ones.
          key={`${action} ${expense?.id}`}
          movement={action}
          expenses={expenses}
          id={expense?.id}
          onClose={onClose}
        />
      ) : null
    case 'archive':
      return expense ? <ArchiveDialog expense={expense} onClose={onClose} /> : null
    case 'archived':
      return <ArchivedDialog onClose={onClose} />
    case 'group':
      return <GroupDialog onClose={onClose} />
  }
}
