import { QueryClient, queryOptions } from '@tanstack/react-query'
import { callUntil } from './call.ts'
import { refresh } from './changes.ts'
import { delayBefore, isNoHousehold, isPassing, isSignedOut } from './failure.ts'
import type { Asked, Reading } from './operations.ts'

/** How long what was read counts as fresh, in milliseconds; a change in the application reads anew at once. */
const FRESH = 30_000
const TRIES_MAX = 2

/** A read, for `useQuery`: `useQuery(ask('GET /transactions', { query }))`. */
export function ask<O extends Reading>(operation: O, ...input: Asked<O>) {
  return queryOptions({
    queryKey: input.length === 0 ? ([operation] as const) : ([operation, input[0]] as const),
    queryFn: ({ signal }) => callUntil(signal, operation, ...input),
  })
}

/** What has been read, kept for all screens. `onSignedOut` hears of the first answer that wants a session. */
export function createQueries(onSignedOut: () => void): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: (count, error) => count < TRIES_MAX && isPassing(error),
        retryDelay: delayBefore,
        // A page that was put aside offline shows what it has, and says so.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  const heed = ({
    type,
    ...event
  }: {
    type: string
    action?: { type: string; error?: unknown }
  }) => {
    if (type !== 'updated' || event.action?.type !== 'error') return
    const { error } = event.action
    if (isSignedOut(error)) onSignedOut()
    // The shell goes to another one when it knows which there are.
    if (isNoHousehold(error)) void refresh(queries, ['GET /session'])
  }
  queries.getQueryCache().subscribe(heed)
  queries.getMutationCache().subscribe(heed)
  return queries
}
