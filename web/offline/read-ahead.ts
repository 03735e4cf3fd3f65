import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keepsAnything } from '#web/calls/kept.ts'
import type { ReadOperation } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { isAway } from '#web/calls/reach.ts'
import { now } from '#web/text/formats.ts'
import { pageQuery } from '#web/transactions/pages.ts'
import { mayKeep, readAnswer } from './answers.ts'

/** How long after the first screen, in milliseconds. */
const LATER_MS = 5000
/** Answers younger than this are not read again only to be kept, in milliseconds. */
const RECENT_MS = 12 * 60 * 60 * 1000

/**
 * Reads what Plan and the list need, so that they open offline although nobody has opened them lately. Only where the application
 * opens without a network at all, and not where people save data.
 */
export function readAhead(queries: QueryClient): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  if (!workers?.controller || connection?.saveData === true) return
  setTimeout(() => void readSome(queries), LATER_MS)
}

async function readSome(queries: QueryClient): Promise<void> {
  if (!mayKeep() || !keepsAnything()) return
  const plain: readonly ReadOperation[] = [
    'GET /accounts',
    'GET /categories',
    'GET /expenses',
    'GET /expense-groups',
    'GET /archived-expenses',
    'GET /funding-schedules',
  ]
  const read = async (queryKey: QueryKey, fetch: () => Promise<unknown>) => {
    const kept = await readAnswer(queryKey)
    if (kept !== null && kept.at > now() - RECENT_MS) return
    if (!isAway()) await fetch()
  }
  const list = pageQuery({}, 1)
  await read(list.queryKey, () => queries.prefetchQuery(list))
  const totals = ask('GET /transaction-totals', { query: {} })
  await read(totals.queryKey, () => queries.prefetchQuery(totals))
  const days = ask('GET /transaction-days', { query: {} })
  await read(days.queryKey, () => queries.prefetchQuery(days))
  for (const operation of plain) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const one = ask(operation as 'GET /accounts')
    await read(one.queryKey, () => queries.prefetchQuery(one))
  }
}
