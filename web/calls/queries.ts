import { QueryClient, queryOptions } from '@tanstack/react-query'
import { callUntil } from './call.ts'
import { refresh } from './changes.ts'
import { delayBefore, isNoHousehold, isRetryable, isSignedOut } from './failure.ts'
import { answerOrKept } from './kept.ts'
import type { Arguments, ReadOperation } from './operations.ts'

/** How long data counts as fresh, in milliseconds. A change in the application refetches at once. */
const FRESH = 30_000
const TRIES_MAX = 2

/** Prepares a read for `useQuery`: `useQuery(ask('GET /transactions', { query }))`. */
export function ask<O extends ReadOperation>(operation: O, ...input: Arguments<O>) {
  return queryOptions({
    queryKey: input.length === 0 ? ([operation] as const) : ([operation, input[0]] as const),
    queryFn: (context) => answerOrKept(context, callUntil(context.signal, operation, ...input)),
  })
}

/** Creates the cache of all reads. `onSignedOut` is called at the first answer that requires a session. */
export function createQueries(onSignedOut: () => void): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: (count, error) => count < TRIES_MAX && isRetryable(error),
        retryDelay: delayBefore,
        // Refetch even while offline, so that a suspended page shows its data and reports the failure.
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
    // The session lists the households that remain; the shell then switches to one of them.
    if (isNoHousehold(error)) void refresh(queries, ['GET /session'])
  }
  queries.getQueryCache().subscribe(heed)
  queries.getMutationCache().subscribe(heed)
  return queries
}
