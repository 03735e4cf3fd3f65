import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '#web/calls/queries.ts'
import type { Look } from '#web/ui/look.ts'

type Named = { readonly id: string; readonly name: string }
type Faced = { readonly id: string; readonly look: Look }
type Id = string | null | undefined

/**
 * Maps ids to names and looks of accounts, categories and Expenses. They are few, so all are read once and shared by every
 * screen. Until they are read, a name is empty: null would say that a payment has no category or no Expense.
 */
export function useNames() {
  const { data: accounts } = useQuery(ask('GET /accounts'))
  const { data: categories } = useQuery(ask('GET /categories'))
  const { data: expenses } = useQuery(ask('GET /expenses'))
  return useMemo(() => {
    const names = (all: readonly Named[] | undefined) => {
      const byId = new Map(all?.map(({ id, name }) => [id, name]))
      return (id: Id) => (id == null ? null : all ? (byId.get(id) ?? null) : '')
    }
    const looks = (all: readonly Faced[] | undefined) => {
      const byId = new Map(all?.map(({ id, look }) => [id, look]))
      return (id: Id) => (id == null ? null : (byId.get(id) ?? null))
    }
    return {
      account: names(accounts),
      category: names(categories),
      look: looks(categories),
      expense: names(expenses),
      expenseLook: looks(expenses),
    }
  }, [accounts, categories, expenses])
}

export type Names = ReturnType<typeof useNames>
