import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Counting } from '#/platform/contract/preferences.ts'
import { call } from '#web/calls/call.ts'
import { setCurrentHousehold, currentHousehold } from '#web/calls/household.ts'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { loadDevice } from '#web/calls/device.ts'
import { ask } from '#web/calls/queries.ts'
import { forgetDroppedFiles } from '#web/imports/dropped.ts'
import { forgetCollapsed } from '#web/plan/collapsed.ts'
import { useText } from '#web/text/text.tsx'
import { dismissAll, toast } from '#web/ui/toast.ts'
import { forgetUndo } from './history.ts'

type Session = Output<'GET /session'>

/** Returns the signed-in person, their households, and the household that this tab shows. */
export function useSession() {
  const { data } = useQuery({ ...ask('GET /session'), staleTime: 5 * 60_000, select: inThisTab })
  return data
}

/** The server's last choice applies only if this tab does not show another household. */
function inThisTab(session: Session): Session {
  const household =
    session.households.find(({ id }) => id === currentHousehold()) ?? session.household
  return { ...session, household }
}

/**
 * Keeps the tab on its household while the person belongs to it. A person who left it, or another person who signed in, moves
 * to a household of their own, and all cached data is dropped.
 */
export function useKeepToHousehold(): void {
  const { shell } = useText()
  const session = useSession()
  const enter = useEnterHousehold()
  const keepTo = useEffectEvent(({ household }: Session) => {
    if (currentHousehold() === null || currentHousehold() === household?.id)
      return setCurrentHousehold(household?.id ?? null)
    enter({ household })
    if (household !== null) toast(shell.movedTo(household.name))
  })
  useEffect(() => {
    if (session) keepTo(session)
  }, [session])
}

/** Returns when the household's weeks and months begin. */
export function useCounting(): Counting {
  return useSession()?.household ?? { week_starts_on: 'monday', month_starts_on_day: 1 }
}

/** Shows the current household and drops the data of the previous one. */
export function useEnterHousehold() {
  const queries = useQueryClient()
  const router = useRouter()
  return ({ household }: Pick<Session, 'household'>) => {
    setCurrentHousehold(household?.id ?? null)
    forgetUnfinished()
    void queries.resetQueries()
    void router.navigate({ to: '/' })
  }
}

/** Switches to another household. */
export function useChooseHousehold(): (household_id: string) => void {
  const enter = useEnterHousehold()
  const choose = useSend('POST /session/household', { onDone: enter })
  return (household_id) => choose.mutate({ body: { household_id } })
}

export function useSignOut(): () => void {
  const queries = useQueryClient()
  const router = useRouter()
  return () => {
    const signedOut = call('POST /sign-out', {}).catch(() => null)
    void signedOut.then((answer) => {
      void loadDevice().then(async (device) => {
        await device?.dropAllWaiting()
        await device?.eraseAnswers()
      })
      setCurrentHousehold(null)
      forgetUnfinished()
      queries.clear()
      forgetCollapsed()
      // A sign-in page that goes on by itself stays now.
      sessionStorage.setItem('earmark-stay', '1')
      if (answer?.url) location.assign(answer.url)
      else void router.navigate({ to: '/sign-in', search: {} })
    })
  }
}

/** Drops pending undos and queued actions, because they belong to the household that is left. */
function forgetUnfinished(): void {
  forgetUndo()
  dismissAll()
  forgetDroppedFiles()
}
