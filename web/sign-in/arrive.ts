import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { actIn } from '#web/calls/household.ts'
import type { Told } from '#web/calls/operations.ts'

/** Goes inside once somebody is signed in: nothing that was read before them is kept. */
export function useArrive(to = '/') {
  const queries = useQueryClient()
  const router = useRouter()
  return ({ household }: Told<'GET /session'>) => {
    queries.clear()
    actIn(household?.id ?? null)
    router.history.replace(to)
  }
}

/** The part of a link that stays in the browser: `#k=…`. */
export function readLinkToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('k')
}
