import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Counting } from '#/platform/contract/preferences.ts'
import { call } from '#web/calls/call.ts'
import { actIn, actsIn } from '#web/calls/household.ts'
import { useSend } from '#web/calls/changes.ts'
import type { Told } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { letGo } from '#web/imports/dropped.ts'
import { forgetCollapsed } from '#web/plan/collapsed.ts'
import { useText } from '#web/text/text.tsx'
import { dismissAll, toast } from '#web/ui/toast.ts'
import { forgetDeeds } from './history.ts'

type Session = Told<'GET /session'>

/** Who is signed in, to which households they belong, and which of them this tab shows. */
export function useSession() {
  const { data } = useQuery({ ...ask('GET /session'), staleTime: 5 * 60_000, select: inThisTab })
  return data
}

/** What was chosen last counts only where a tab does not show another one already. */
function inThisTab(session: Session): Session {
  const household = session.households.find(({ id }) => id === actsIn()) ?? session.household
  return { ...session, household }
}

/**
 * Keeps a tab to its household for as long as one belongs to it. Whoever no longer does, or is somebody else by now, is
 * taken to the one that is theirs, with nothing that was read before.
 */
export function useKeepToHousehold(): void {
  const { shell } = useText()
  const session = useSession()
  const enter = useEnterHousehold()
  const keepTo = useEffectEvent(({ household }: Session) => {
    if (actsIn() === null || actsIn() === household?.id) return actIn(household?.id ?? null)
    enter({ household })
    if (household !== null) toast(shell.movedTo(household.name))
  })
  useEffect(() => {
    if (session) keepTo(session)
  }, [session])
}

/** When the household's weeks and months begin. */
export function useCounting(): Counting {
  return useSession()?.household ?? { week_starts_on: 'monday', month_starts_on_day: 1 }
}

/** Shows the household that one acts in now: everything that was read belongs to the one before. */
export function useEnterHousehold() {
  const queries = useQueryClient()
  const router = useRouter()
  return ({ household }: Pick<Session, 'household'>) => {
    actIn(household?.id ?? null)
    forgetUnfinished()
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
      forgetUnfinished()
      queries.clear()
      forgetCollapsed()
      void router.navigate({ to: '/sign-in', search: {} })
    })
  }
}

/** What could still be taken back or was about to be read belongs to the household that one leaves. */
function forgetUnfinished(): void {
  forgetDeeds()
  dismissAll()
  letGo()
}
