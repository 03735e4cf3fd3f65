import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { loadDevice } from './device.ts'
import { CallFailure } from './failure.ts'
import { currentHousehold } from './household.ts'
import type { ReadOperation } from './operations.ts'
import { noteOld } from './noted.ts'

/** Reads without input whose last answer is kept on the device: those of Home, Plan and the list. */
const KEPT: readonly ReadOperation[] = [
  'GET /session',
  'GET /home',
  'GET /accounts',
  'GET /categories',
  'GET /expenses',
  'GET /expense-groups',
  'GET /archived-expenses',
  'GET /funding-schedules',
]
/** Reads that are kept without filters, and of a list the first page. */
const KEPT_UNFILTERED: readonly ReadOperation[] = [
  'GET /transaction-rows',
  'GET /transaction-totals',
  'GET /transaction-days',
]
/** Set while the device keeps anything, so that nobody else loads what reads it. */
const FLAG = 'earmark.kept'

/** How long a read waits for its answer before the last one is shown meanwhile, in milliseconds. */
const PATIENCE_MS = 5000

/** The times of old answers that are shown, by the hash of their query (ms since 1970). */
const shownFrom = new Map<string, number>()
/** The number of the latest read that was answered, by the hash of its query: a late answer to an earlier one is old. */
const answered = new Map<string, number>()
let reads = 0

type Context = { readonly client: QueryClient; readonly queryKey: QueryKey }

export function isKept([operation, input]: QueryKey): boolean {
  if (input === undefined) return KEPT.some((one) => one === operation)
  return KEPT_UNFILTERED.some((one) => one === operation) && isFirstPage(input)
}

function isFirstPage(input: unknown): boolean {
  const { query = {} } = input as { query?: Readonly<Record<string, unknown>> }
  return Object.entries(query).every(([name, value]) => {
    return value === undefined || name === 'limit' || (name === 'page' && value === 1)
  })
}

/** Returns the time of the data of a query: when the server said it (ms since 1970). */
export function answeredAt(client: QueryClient, queryKey: QueryKey): number {
  return shownFrom.get(hashKey(queryKey)) ?? client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
}

export function isFromBefore(queryKey: QueryKey): boolean {
  return shownFrom.has(hashKey(queryKey))
}

/**
 * Returns the answer, or without one the last answer: that of this page, otherwise that of the device. If the answer takes long,
 * the last one is shown until it arrives.
 */
export async function answerOrKept<T>(context: Context, asked: Promise<T>): Promise<T> {
  const { client, queryKey } = context
  if (!isKept(queryKey)) return asked
  const hash = hashKey(queryKey)
  const household = currentHousehold()
  const order = ++reads
  const state = { isAnswered: false, isLate: false }
  const fresh = asked.then((answer) => {
    state.isAnswered = true
    // A later read may have got its answer already, and another household may be shown by now.
    if ((answered.get(hash) ?? 0) > order || (state.isLate && !isStill(household))) return answer
    answered.set(hash, order)
    showFrom(hash, null)
    if (state.isLate) client.setQueryData(queryKey, answer)
    return answer
  })
  const late = Symbol('late')
  const first = await Promise.race([fresh, wait(late)]).catch((error: unknown) => {
    if (isUnanswered(error)) return error as CallFailure
    throw error
  })
  if (first !== late && !(first instanceof CallFailure)) return first as T
  const kept = await lastAnswer<T>(context)
  if (state.isAnswered) return fresh
  if (kept === null) return first === late ? fresh : Promise.reject(first)
  state.isLate = true
  fresh.catch((error: unknown) => isUnanswered(error) || refuseLate(context, error))
  showFrom(hash, kept.at)
  return kept.data
}

/** Sets when the shown answer to a query was true, in ms since 1970; null: now. */
function showFrom(hash: string, at: number | null): void {
  if (at === null) shownFrom.delete(hash)
  else shownFrom.set(hash, at)
  noteOld(shownFrom.size > 0)
}

/** Fails a query whose last answer is shown already: signed out, the person must not go on seeing it. */
function refuseLate({ client, queryKey }: Context, error: unknown): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query === undefined) return
  const { options } = query
  const queryFn = () => Promise.reject(error)
  void query
    .fetch({ ...options, queryFn, retry: false })
    .catch(() => undefined)
    .finally(() => query.setOptions(options))
}

/** True if the tab shows the household that it showed, or did not know it then. */
function isStill(household: string | null): boolean {
  const shown = currentHousehold()
  return shown !== null && (household === null || household === shown)
}

/** True if no answer of Earmark came: no network, no server, or a stranger in between. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof CallFailure && (error.code === 'unreachable' || error.code === 'unreadable')
  )
}

async function lastAnswer<T>({ client, queryKey }: Context): Promise<Kept<T> | null> {
  const data = client.getQueryData<T>(queryKey)
  if (data !== undefined) return { data, at: answeredAt(client, queryKey) }
  if (!keepsAnything()) return null
  const device = await loadDevice()
  return ((await device?.readAnswer(queryKey)) ?? null) as Kept<T> | null
}

type Kept<T> = { readonly data: T; readonly at: number }

export function keepsAnything(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}

export function flagKept(keeps: boolean): void {
  try {
    if (keeps) localStorage.setItem(FLAG, '1')
    else localStorage.removeItem(FLAG)
  } catch {
    // Storage is forbidden, so nothing is kept.
  }
}

function wait<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), PATIENCE_MS))
}
