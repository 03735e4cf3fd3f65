import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '#web/calls/queries.ts'
import type { Look } from '#web/ui/look.ts'

type Named = { readonly id: string; readonly name: string }
type Id = string | null | undefined

/**
 * Maps ids to names and looks of accounts, categories and Expenses. They are few, so all are read once and shared by every
 * screen.
 */
export function useNames() {
  const { data: accounts } = useQuery(ask('GET /accounts'))
  const { data: categories } = useQuery(ask('GET /categories'))
  const { data: expenses } = useQuery(ask('GET /expenses'))
  return useMemo(() => {
    const finder = <T extends Named, V>(all: readonly T[] | undefined, valueOf: (one: T) => V) => {
      const byId = new Map(all?.map((one) => [one.id, valueOf(one)]))
      return (id: Id): V | null => (id == null ? null : (byId.get(id) ?? null))
    }
    const name = (one: Named) => one.name
    const look = (one: { readonly look: Look }) => one.look
    return {
      account: finder(accounts, name),
      category: finder(categories, name),
      look: finder(categories, look),
      expense: finder(expenses, name),
      expenseLook: finder(expenses, look),
    }
  }, [accounts, categories, expenses])
}

export type Names = ReturnType<typeof useNames>
