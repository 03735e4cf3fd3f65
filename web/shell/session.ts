import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Counting } from '#/contract/preferences.ts'
import { actIn, call } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import type { Told } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { forgetCollapsed } from '#web/plan/collapsed.ts'

/** Who is signed in, and to which households they belong. */
export function useSession() {
  const { data } = useQuery({ ...ask('GET /session'), staleTime: 5 * 60_000 })
  const household = data?.household?.id ?? null
  useEffect(() => actIn(household), [household])
  return data
}

/** When the household's weeks and months begin. */
export function useCounting(): Counting {
  return useSession()?.household ?? { week_starts_on: 'monday', month_starts_on_day: 1 }
}

/** Shows the household that one acts in now: everything that was read belongs to the one before. */
export function useEnterHousehold() {
  const queries = useQueryClient()
  const router = useRouter()
  return ({ household }: Told<'GET /session'>) => {
    actIn(household?.id ?? null)
    void queries.resetQueries()
    void router.navigate({ to: '/' })
  }
}

/** Acts in another household from now on. */
export function useChooseHousehold(): (household_id: string) => void {
  const enter = useEnterHousehold()
  const choose = useSend('POST /session/household', { onDone: enter })
  return (household_id) => choose.mutate({ body: { household_id } })
}

export function useSignOut(): () => void {
  const queries = useQueryClient()
  const router = useRouter()
  return () => {
    void call('POST /sign-out', {}).finally(() => {
      actIn(null)
      queries.clear()
      forgetCollapsed()
      void router.navigate({ to: '/sign-in', search: {} })
    })
  }
}
