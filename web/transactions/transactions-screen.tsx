import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useText } from '#web/text/text.tsx'
import { Page } from '#web/ui/page.tsx'
import { filtersOf } from './filters.ts'
import { TransactionList } from './transaction-list.tsx'

/** Every transaction, however many there are. */
export function TransactionsScreen() {
  const text = useText()
  const search = useSearch({ from: '/inside/transactions' })
  const navigate = useNavigate({ from: '/transactions' })
  const filters = useDeferredValue(filtersOf(search))
  return (
    <Page title={text.transactions.title} wide>
      <TransactionList
        filters={filters}
        onOpen={(open) => void navigate({ search: (before) => ({ ...before, open }) })}
      />
    </Page>
  )
}
