import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import {
  type AccountCoverage,
  accountKey,
  type Batch,
  type CatalogAccount,
  type Discovery,
  type Io,
  type Issue,
  ProviderFailure,
} from '#/sources/provider/provider.ts'
import type { Ask } from '#/sources/simplefin/windows.ts'
import { balancesAnswer, consentAnswer, nothing, transactionsAnswer } from './answer.ts'
import { askEnableBanking, type EnableBankingAccess } from './client.ts'
import type { Present } from './presence.ts'
import { EnableBankingFailure, PERIOD_REFUSED } from './failure.ts'
import { entryOf, type Login, type LoginAccount, readLogin, refOf } from './login.ts'
import { readBalances, readRows } from './rows.ts'

// The calls to Enable Banking about a consent that was given. `consent.ts` has those that lead to it.

/** Maximum pages of an account's window; more are an error of the bank. */
const PAGES_MAX = 500

/** One visit to a bank: the consent is checked once, and each balance is asked for once. */
export type Visit = {
  readonly access: EnableBankingAccess
  readonly io: Io
  readonly login: Login
  /** Null: nobody is there. */
  readonly present: Present | null
  readonly balances: Map<string, Promise<Read<CatalogAccount>>>
  /** When the consent ends, once it was asked for. */
  ends: Temporal.Instant | null
  isChecked: boolean
}

export function beginVisit(
  access: EnableBankingAccess,
  io: Io,
  { secret, present }: { readonly secret: string; readonly present: Present | null },
): Visit {
  const login = readLogin(secret)
  return { access, io, login, present, balances: new Map(), ends: null, isChecked: false }
}

/**
 * Asks for the rows of all asks as one stretch of days: answers come in pages, so that the length of a window does not matter.
 * An account whose bank fails is left out and reported. Throws ProviderFailure, also if the consent ends meanwhile: then
 * nothing of the answer counts.
 */
export async function fetchRows(visit: Visit, asks: readonly Ask[]): Promise<Batch> {
  const [first, last] = [asks[0], asks.at(-1)]
  if (!first || !last) throw new TypeError('a visit needs something to ask')
  await visit.io.spend(last.purpose)
  await checkConsent(visit)
  const wanted = new Set(asks.flatMap(({ accounts }) => accounts.map(accountKey)))
  const accounts = visit.login.accounts.filter((one) => wanted.has(accountKey(refOf(one))))
  const batch: Batch = { ...empty(), issues: missing(visit.login, wanted) }
  const rows: Batch['upserts'][] = []
  let refused: ProviderFailure | null = null
  for (const account of accounts) {
    const read = await attempt(account, async () => {
      const balance = await balanceOf(visit, account)
      return { ...(await readWindow(visit, balance.value, { account, first, last })), balance }
    })
    if ('issue' in read) {
      batch.issues.push(read.issue)
      refused ??= read.failure
      batch.accounts.push(entryOf(visit.login, account, unknownBalance(account)))
      continue
    }
    const { balance, transactions, dropped, coverage } = read.value
    if (balance.issue) batch.issues.push(balance.issue)
    batch.accounts.push(balance.value)
    rows.push(transactions)
    batch.dropped.push(...dropped)
    batch.coverage.push(coverage)
  }
  // A refusal about one account must not cost the rows of the others.
  if (refused?.kind === 'quota' && batch.coverage.length === 0) throw refused
  return { ...batch, upserts: rows.flatMap((some) => [...some]) }
}

/** Lists the accounts of a consent with their balances. Throws ProviderFailure. */
export async function discoverAccounts(visit: Visit): Promise<Discovery> {
  await visit.io.spend('discover')
  await checkConsent(visit)
  const found: Discovery = { accounts: [], issues: [], dropped: [] }
  for (const account of visit.login.accounts) {
    const { value, issue } = await balanceOf(visit, account)
    found.accounts.push(value)
    if (issue) found.issues.push(issue)
  }
  return found
}

/** Lists the accounts of a consent that was just given, with the balances that the bank tells. */
export async function listAccounts(visit: Visit): Promise<Discovery> {
  visit.isChecked = true
  try {
    return await discoverAccounts(visit)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { accounts } = visit.login
    return {
      accounts: accounts.map((one) => entryOf(visit.login, one, unknownBalance(one))),
      issues: [],
      dropped: [],
    }
  }
}

/** Ends a consent. One that has ended already is fine. Throws ProviderFailure. */
export async function endConsent(
  access: EnableBankingAccess,
  io: Pick<Io, 'outbound' | 'now'>,
  secret: string,
): Promise<void> {
  const { session } = readLogin(secret)
  try {
    const path = `/sessions/${encodeURIComponent(session)}`
    await askEnableBanking(access, io, { method: 'DELETE', path, answer: nothing })
  } catch (error) {
    const isOver = error instanceof EnableBankingFailure && error.kind === 'reauth'
    if (!isOver) throw error
  }
}

/** Throws `reauth` unless the consent holds. Enable Banking answers from its own data, without asking the bank. */
async function checkConsent(visit: Visit): Promise<void> {
  if (visit.isChecked) return
  const path = `/sessions/${encodeURIComponent(visit.login.session)}`
  const { status, access } = await askEnableBanking(visit.access, visit.io, {
    method: 'GET',
    path,
    answer: consentAnswer,
  })
  if (status !== 'AUTHORIZED') {
    const message = 'The consent at the bank has ended. Give it again to go on importing.'
    throw new EnableBankingFailure('', { kind: 'reauth', message })
  }
  visit.ends = instantOf(access.valid_until)
  visit.isChecked = true
}

type Read<T> = { readonly value: T; readonly issue: Issue | null }

/** Reads the balance of an account, once in a visit. A bank that does not tell it costs no row. */
function balanceOf(visit: Visit, account: LoginAccount): Promise<Read<CatalogAccount>> {
  const known = visit.balances.get(account.id)
  if (known) return known
  const asked = (async () => {
    const read = await attempt(account, () =>
      askEnableBanking(visit.access, visit.io, {
        method: 'GET',
        path: `/accounts/${encodeURIComponent(account.uid)}/balances`,
        answer: balancesAnswer,
        present: visit.present,
      }),
    )
    if ('issue' in read) {
      const entry = entryOf(visit.login, account, unknownBalance(account))
      return { value: entry, issue: { ...read.issue, kind: 'notice' as const } }
    }
    const balances = readBalances(read.value.balances, account.currency)
    const balanceAt = balances.balance === null ? null : visit.io.now()
    return { value: entryOf(visit.login, account, { ...balances, balanceAt }), issue: null }
  })()
  visit.balances.set(account.id, asked)
  return asked
}

type Window = { readonly account: LoginAccount; readonly first: Ask; readonly last: Ask }

async function readWindow(visit: Visit, entry: CatalogAccount, { account, first, last }: Window) {
  const from = dayAt(first.start, 'UTC')
  const to = last.end === null ? null : addDays(dayAt(last.end, 'UTC'), -1)
  const sent = await readPages(visit, account, { from, to })
  const ref = refOf(account)
  const { transactions, dropped } = readRows(sent, { account: ref, currency: entry.currency })
  const today = dayAt(visit.io.now(), visit.io.zone)
  const inside = transactions.filter(
    ({ status, bookedOn }) => status === 'pending' || bookedOn >= from,
  )
  const coverage: AccountCoverage = {
    account: ref,
    from,
    to: to ?? today,
    complete: true,
    // An unreadable row may be a pending payment, so absence proves nothing.
    includesPending: last.pending && dropped.length === 0,
    snapshotAt: visit.io.now(),
    listed: inside.length,
  }
  return { transactions: inside, dropped, coverage }
}

type Days = { readonly from: Day; readonly to: Day | null }

/** Reads all pages of an account's days. A bank without rows that old answers with the oldest that it has. */
async function readPages(visit: Visit, account: LoginAccount, days: Days): Promise<unknown[]> {
  const { from, to } = days
  try {
    return await pages(visit, account, { date_from: from, ...(to !== null && { date_to: to }) })
  } catch (error) {
    const isTooOld = error instanceof EnableBankingFailure && PERIOD_REFUSED.has(error.code)
    if (!isTooOld) throw error
    return to === null ? pages(visit, account, { strategy: 'longest' }) : []
  }
}

async function pages(
  visit: Visit,
  account: LoginAccount,
  query: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const rows: unknown[] = []
  const seen = new Set<string>()
  let next: string | null = null
  do {
    const answer: { transactions: unknown[]; continuation_key?: string | null | undefined } =
      await askEnableBanking(visit.access, visit.io, {
        method: 'GET',
        path: `/accounts/${encodeURIComponent(account.uid)}/transactions`,
        query: { ...query, ...(next !== null && { continuation_key: next }) },
        answer: transactionsAnswer,
        present: visit.present,
      })
    // An empty page may have a successor.
    rows.push(...answer.transactions)
    next = answer.continuation_key || null
    if (next !== null && (seen.has(next) || seen.size >= PAGES_MAX)) {
      throw new ProviderFailure('nonsense', 'The bank’s list of transactions does not end.')
    }
    if (next !== null) seen.add(next)
  } while (next !== null)
  return rows
}

const ofOneAccount: ReadonlySet<string> = new Set(['unavailable', 'nonsense', 'quota'])

/** Limits a failure of the bank to one account; a failure of the consent is one of all. */
async function attempt<T>(
  account: LoginAccount,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly issue: Issue; readonly failure: ProviderFailure }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof EnableBankingFailure) || !ofOneAccount.has(error.kind)) throw error
    const kind = error.kind === 'quota' ? 'quota' : 'retry'
    const { message, retryAfterSeconds } = error
    return { issue: { ...issueOf(account, kind, message), retryAfterSeconds }, failure: error }
  }
}

function issueOf(account: LoginAccount, kind: Issue['kind'], message: string): Issue {
  return {
    scope: 'account',
    kind,
    message,
    institutionId: '',
    account: refOf(account),
    retryAfterSeconds: null,
  }
}

/** Reports accounts that were asked for and are not part of the consent. */
function missing({ accounts }: Login, wanted: ReadonlySet<string>): Issue[] {
  const offered = new Set(accounts.map((one) => accountKey(refOf(one))))
  if ([...wanted].every((key) => offered.has(key))) return []
  const message = 'The consent no longer covers an account. Renew it and choose the account too.'
  return [
    {
      scope: 'connection',
      kind: 'incomplete',
      message,
      institutionId: '',
      account: null,
      retryAfterSeconds: null,
    },
  ]
}

function unknownBalance({ currency }: LoginAccount) {
  return { currency, balance: null, available: null, balanceAt: null }
}

function empty(): Batch {
  return {
    mode: 'window',
    upserts: [],
    removed: [],
    accounts: [],
    coverage: [],
    fromCursor: null,
    toCursor: null,
    history: null,
    issues: [],
    dropped: [],
  }
}

/** Reads an ISO 8601 instant; null without one. */
export function instantOf(text: string | null | undefined): Temporal.Instant | null {
  try {
    return text ? Temporal.Instant.from(text) : null
  } catch {
    return null
  }
}
