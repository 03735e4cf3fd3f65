import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '#web/calls/queries.ts'

/** Maps ids to names of accounts, categories and Expenses. They are few, so all are read once and shared by every screen. */
export function useNames() {
  const { data: accounts } = useQuery(ask('GET /accounts'))
  const { data: categories } = useQuery(ask('GET /categories'))
  const { data: expenses } = useQuery(ask('GET /expenses'))
  return useMemo(() => {
    const finder = (all: readonly { readonly id: string; readonly name: string }[] = []) => {
      const byId = new Map(all.map(({ id, name }) => [id, name]))
      return (id: string | null | undefined) => (id == null ? null : (byId.get(id) ?? null))
    }
    const looks = new Map(categories?.map(({ id, look }) => [id, look]))
    return {
      account: finder(accounts),
      category: finder(categories),
      look: (id: string | null | undefined) => (id == null ? null : (looks.get(id) ?? null)),
      expense: finder(expenses),
    }
  }, [accounts, categories, expenses])
}

export type Names = ReturnType<typeof useNames>
