import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { setCurrentHousehold } from '#web/calls/household.ts'
import type { Output } from '#web/calls/operations.ts'

/** Enters the application after signing in and drops all data that was read before. */
export function useArrive(to = '/') {
  const queries = useQueryClient()
  const router = useRouter()
  return ({ household }: Output<'GET /session'>) => {
    queries.clear()
    setCurrentHousehold(household?.id ?? null)
    router.history.replace(to)
  }
}

/** Reads the token in the fragment of a link, which never leaves the browser: `#k=…`. */
export function readLinkToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('k')
}
