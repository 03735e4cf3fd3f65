import {
  accountKey,
  ProviderFailure,
  type AccountCoverage,
  type AccountRef,
  type CatalogAccount,
  type DroppedRow,
  type Issue,
  type ProviderTransaction,
} from '#/sources/provider/provider.ts'
import { answerShape, sentErrors } from './answer.ts'
import { issueOf, readIssues, type ReadIssue } from './issues.ts'
import { matchReferences } from './references.ts'
import { readAccount, readInstitutions, readTransaction, type ReadContext } from './rows.ts'
import { coveredDays, type Ask } from './windows.ts'

export type Translation = {
  accounts: CatalogAccount[]
  transactions: ProviderTransaction[]
  coverage: AccountCoverage[]
  issues: Issue[]
  dropped: DroppedRow[]
}

/**
 * Maximum age of the data of a bank whose login is at fault, to still count as complete: far less than the overlap of
 * syncs.
 */
const STALE_SECONDS = 3 * 24 * 60 * 60

/**
 * Reads a catalog from an answer with balances only. `known` are the stored references. Throws ProviderFailure:
 * `nonsense` when the answer has another shape, `reauth`, `payment` or `quota` when it holds nothing but that error.
 */
export function translateCatalog(
  answer: unknown,
  known: readonly AccountRef[],
  context: ReadContext,
): Translation {
  const read = toEnd(readAnswer(answer, context))
  return toEnd(renamed(read, matchReferences(refsOf(read), known)))
}

/**
 * Reads an answer to `ask`. Accounts that were not asked for are ignored: above forty accounts the request has no
 * filter. Throws as `translateCatalog`.
 */
export function translateTransactions(
  answer: unknown,
  ask: Ask,
  context: ReadContext,
): Translation {
  return toEnd(translatingTransactions(answer, ask, context))
}

/** Does the same in steps of 50 rows, so that other work can run between them. */
export function* translatingTransactions(
  answer: unknown,
  ask: Ask,
  context: ReadContext,
): Generator<void, Translation> {
  const all = yield* readAnswer(answer, context)
  const matches = matchReferences(refsOf(all), ask.accounts)
  const wanted = (ref: AccountRef | null) => ref === null || matches.has(accountKey(ref))
  const institutions = new Set([
    ...ask.accounts.map((ref) => ref.institutionId),
    ...all.accounts.filter((entry) => wanted(entry.ref)).map((entry) => entry.institution.id),
  ])
  const read = {
    ...all,
    accounts: all.accounts.filter((account) => wanted(account.ref)),
    transactions: yield* inSteps(all.transactions, (row) => (wanted(row.account) ? [row] : [])),
    dropped: all.dropped.filter((row) => wanted(row.account)),
    // Issues of banks that were not asked for are ignored.
    issues: all.issues.filter(({ issue }) => {
      if (issue.account !== null) return wanted(issue.account)
      return issue.institutionId === null || institutions.has(issue.institutionId)
    }),
  }
  yield
  const covered = read.accounts.map((account) => coverageOf(account, read, { ask, context }))
  const result = yield* renamed({ ...read, coverage: covered }, matches)
  return { ...result, issues: [...result.issues, ...missing(result, ask)] }
}

type ReadAnswer = Omit<Translation, 'coverage' | 'issues'> & {
  issues: ReadIssue[]
  coverage: AccountCoverage[]
}

/** Rows to handle in one step. */
const STEP = 50

function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Works as `items.flatMap(work)`, in steps. */
function* inSteps<T, U>(
  items: readonly T[],
  work: (item: T) => readonly U[],
): Generator<void, U[]> {
  const results: U[] = []
  for (const [index, item] of items.entries()) {
    if (index % STEP === STEP - 1) yield
    results.push(...work(item))
  }
  return results
}

function* readAnswer(sent: unknown, context: ReadContext): Generator<void, ReadAnswer> {
  const parsed = answerShape.safeParse(sent)
  if (!parsed.success) {
    throw new ProviderFailure('nonsense', 'The provider did not answer with a list of accounts.')
  }
  const institutions = readInstitutions(parsed.data.connections)
  const accounts = new Map<string, CatalogAccount>()
  const transactions: ProviderTransaction[] = []
  const dropped: DroppedRow[] = []
  const unread: CatalogAccount[] = []
  for (const entry of parsed.data.accounts) {
    const read = readAccount(entry, institutions)
    if ('dropped' in read) {
      dropped.push(read.dropped)
      continue
    }
    const key = accountKey(read.account.ref)
    if (accounts.has(key)) {
      const reason = 'The account is listed twice.'
      dropped.push({
        what: 'account',
        account: read.account.ref,
        externalId: read.account.ref.externalId,
        reason,
      })
    } else accounts.set(key, read.account)
    if (read.rows === null) unread.push(read.account)
    for (const [index, row] of (read.rows ?? []).entries()) {
      if (index % STEP === STEP - 1) yield
      const transaction = readTransaction(row, accounts.get(key) ?? read.account, context)
      if ('dropped' in transaction) dropped.push(transaction.dropped)
      else transactions.push(transaction)
    }
  }
  const catalog = [...accounts.values()]
  const issues = readIssues(sentErrors(parsed.data), catalog)
  if (catalog.length === 0) failOn(issues)
  for (const account of unread) {
    issues.push(
      aboutAccount(account, 'incomplete', 'The transactions of this account could not be read.'),
    )
  }
  for (const account of catalog.filter((entry) => entry.balance === null)) {
    issues.push(aboutAccount(account, 'notice', 'The balance of this account could not be read.'))
  }
  yield
  const once = yield* withoutRepeats(transactions)
  return {
    accounts: catalog,
    ...once,
    dropped: [...dropped, ...once.dropped],
    issues,
    coverage: [],
  }
}

function aboutAccount(account: CatalogAccount, kind: Issue['kind'], message: string): ReadIssue {
  const { ref } = account
  const issue = {
    ...issueOf('account', kind, message),
    institutionId: ref.institutionId,
    account: ref,
  }
  return { issue, cappedDays: null }
}

/** Throws ProviderFailure for the first error that stops the whole connection; the HTTP status does not matter. */
function failOn(issues: readonly ReadIssue[]): void {
  for (const { issue } of issues) {
    if (issue.kind === 'payment') {
      throw new ProviderFailure('payment', 'The provider asks for payment of its subscription.')
    }
    if (issue.kind === 'reauth') throw new ProviderFailure('reauth', issue.message)
    if (issue.kind === 'quota')
      throw new ProviderFailure('quota', issue.message, issue.retryAfterSeconds)
  }
}

/**
 * Keeps one row per id and account: booked before pending, then the later day. When two booked rows share an id and
 * differ, the loser counts as dropped, because ids are unique by the protocol.
 */
export function* withoutRepeats(
  rows: readonly ProviderTransaction[],
): Generator<void, Pick<Translation, 'transactions' | 'dropped'>> {
  const kept = new Map<string, ProviderTransaction>()
  const dropped: DroppedRow[] = []
  for (const [index, row] of rows.entries()) {
    if (index % STEP === STEP - 1) yield
    const key = `${accountKey(row.account)} ${row.externalId}`
    const other = kept.get(key)
    const wins = other === undefined || rank(row) >= rank(other)
    if (wins) kept.set(key, row)
    const [loser, winner] = wins ? [other, row] : [row, other]
    if (
      loser?.status === 'booked' &&
      (loser.amount !== winner?.amount || loser.bookedOn !== winner.bookedOn)
    ) {
      const reason = 'Another transaction of the account has the same id.'
      dropped.push({
        what: 'transaction',
        account: row.account,
        externalId: row.externalId,
        reason,
      })
    }
  }
  return { transactions: [...kept.values()], dropped }
}

function rank(row: ProviderTransaction): string {
  return `${row.status === 'booked' ? 1 : 0}${row.bookedOn}`
}

function coverageOf(
  account: CatalogAccount,
  read: ReadAnswer,
  request: { ask: Ask; context: ReadContext },
): AccountCoverage {
  const { ask, context } = request
  const key = accountKey(account.ref)
  const about = read.issues.filter(({ issue }) =>
    issue.account
      ? accountKey(issue.account) === key
      : issue.institutionId === account.institution.id,
  )
  const faulty = about.some(({ issue }) => issue.kind === 'incomplete')
  const loginFaulty = about.some(({ issue }) => issue.kind === 'reauth' || issue.kind === 'retry')
  // The error names no account, so it may concern any.
  const unnamed = read.issues.some(
    ({ issue }) => issue.scope === 'connection' && issue.kind === 'incomplete',
  )
  const days = coveredDays(cappedWindow(read.issues, request), context)
  const unreadRows = read.dropped.some(
    (row) => row.account !== null && accountKey(row.account) === key,
  )
  return {
    account: account.ref,
    ...days,
    complete: !faulty && !unnamed && !(loginFaulty && isStale(account, context)),
    // An unreadable row may be a pending transaction, so absence proves nothing.
    includesPending: ask.pending && !unreadRows && !faulty && !loginFaulty,
    snapshotAt: account.balanceAt,
    listed: read.transactions.reduce(
      (count, row) => count + Number(accountKey(row.account) === key),
      0,
    ),
  }
}

/** Returns the part of the window that the server covered. */
function cappedWindow(
  issues: readonly ReadIssue[],
  { ask, context }: { ask: Ask; context: ReadContext },
) {
  const limits = issues.flatMap(({ cappedDays }) => cappedDays ?? [])
  const until = ask.end ?? context.now
  const starts = limits.map((days) => until.subtract({ hours: days * 24 }).epochMilliseconds)
  const start = Math.max(ask.start.epochMilliseconds, ...starts)
  return { start: Temporal.Instant.fromEpochMilliseconds(start), end: ask.end }
}

function isStale(account: CatalogAccount, context: ReadContext): boolean {
  if (account.balanceAt === null) return true
  const age = context.now.epochMilliseconds - account.balanceAt.epochMilliseconds
  return age > STALE_SECONDS * 1000
}

/** Reports accounts that were asked for and are missing, unless an error of their bank explains it. */
function missing(result: Translation, ask: Ask): Issue[] {
  const listed = new Set(result.accounts.map((account) => accountKey(account.ref)))
  const explained = new Set(result.issues.map((issue) => issue.institutionId))
  return ask.accounts
    .filter((ref) => !listed.has(accountKey(ref)) && !explained.has(ref.institutionId))
    .map((ref) => ({
      ...issueOf('account', 'incomplete', 'The provider no longer lists this account.'),
      institutionId: ref.institutionId,
      account: ref,
    }))
}

/** Lists every account of an answer: listed ones, and those named only in an error. */
function refsOf(read: ReadAnswer): AccountRef[] {
  const listed = read.accounts.map((account) => account.ref)
  const blamed = read.issues.flatMap(({ issue }) => issue.account ?? [])
  return [...new Map([...listed, ...blamed].map((ref) => [accountKey(ref), ref])).values()]
}

/** Replaces the references of an answer by the stored ones. */
function* renamed(
  read: ReadAnswer,
  matches: ReadonlyMap<string, AccountRef>,
): Generator<void, Translation> {
  const account = <T extends AccountRef | null>(ref: T) =>
    (ref === null ? null : (matches.get(accountKey(ref)) ?? ref)) as T
  const banks = new Map(refsOf(read).map((ref) => [ref.institutionId, account(ref).institutionId]))
  const bank = (id: string) => banks.get(id) ?? id
  return {
    accounts: read.accounts.map((entry) => {
      const ref = account(entry.ref)
      return { ...entry, ref, institution: { ...entry.institution, id: ref.institutionId } }
    }),
    transactions: yield* inSteps(read.transactions, (row) => [
      { ...row, account: account(row.account) },
    ]),
    coverage: read.coverage.map((entry) => ({ ...entry, account: account(entry.account) })),
    issues: read.issues.map(({ issue }) => ({
      ...issue,
      account: account(issue.account),
      institutionId: issue.institutionId === null ? null : bank(issue.institutionId),
    })),
    dropped: read.dropped.map((row) => ({ ...row, account: account(row.account) })),
  }
}
