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
import { readAccount, readInstitutions, readTransaction, type Reading } from './rows.ts'
import { coveredDays, type Ask } from './windows.ts'

export type Translation = {
  accounts: CatalogAccount[]
  transactions: ProviderTransaction[]
  coverage: AccountCoverage[]
  issues: Issue[]
  dropped: DroppedRow[]
}

/** How old a bank's data may be and still count as read, while its login is at fault: far less than the overlap. */
const STALE_SECONDS = 3 * 24 * 60 * 60

/**
 * A catalog from an answer with balances only. `known` are the stored references. Throws ProviderFailure `nonsense` for
 * what is no answer, `reauth` or `payment` where nothing came and the answer says why.
 */
export function translateCatalog(
  answer: unknown,
  known: readonly AccountRef[],
  reading: Reading,
): Translation {
  const read = toEnd(readAnswer(answer, reading))
  return toEnd(renamed(read, matchReferences(refsOf(read), known)))
}

/**
 * What an answer to `ask` says of the accounts asked for; other accounts in it are ignored, as above forty accounts the
 * server is not told which we want. Throws as `translateCatalog`.
 */
export function translateTransactions(answer: unknown, ask: Ask, reading: Reading): Translation {
  return toEnd(translatingTransactions(answer, ask, reading))
}

/** The same in steps of a few rows, so that whoever reads a large answer can do something else between them. */
export function* translatingTransactions(
  answer: unknown,
  ask: Ask,
  reading: Reading,
): Generator<void, Translation> {
  const all = yield* readAnswer(answer, reading)
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
    // A bank that is not among those asked for is none of this import's business.
    issues: all.issues.filter(({ issue }) => {
      if (issue.account !== null) return wanted(issue.account)
      return issue.institutionId === null || institutions.has(issue.institutionId)
    }),
  }
  yield
  const covered = read.accounts.map((account) => coverageOf(account, read, { ask, reading }))
  const result = yield* renamed({ ...read, coverage: covered }, matches)
  return { ...result, issues: [...result.issues, ...missing(result, ask)] }
}

type ReadAnswer = Omit<Translation, 'coverage' | 'issues'> & {
  issues: ReadIssue[]
  coverage: AccountCoverage[]
}

/** Rows that are read in one step. */
const STEP = 50

function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** As `items.flatMap(work)`. */
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

function* readAnswer(sent: unknown, reading: Reading): Generator<void, ReadAnswer> {
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
      const transaction = readTransaction(row, accounts.get(key) ?? read.account, reading)
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

/** An answer without accounts that says why is a failure of the whole connection, whatever its HTTP status. */
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
 * One row per id and account: booked before pending, then the later. Of two booked rows that share an id and are not the
 * same payment, the one that goes is counted as dropped, since ids promise to be unique.
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
  request: { ask: Ask; reading: Reading },
): AccountCoverage {
  const { ask, reading } = request
  const key = accountKey(account.ref)
  const about = read.issues.filter(({ issue }) =>
    issue.account
      ? accountKey(issue.account) === key
      : issue.institutionId === account.institution.id,
  )
  const faulty = about.some(({ issue }) => issue.kind === 'incomplete')
  const loginFaulty = about.some(({ issue }) => issue.kind === 'reauth' || issue.kind === 'retry')
  // Which account is meant was not said, so it may be any.
  const unnamed = read.issues.some(
    ({ issue }) => issue.scope === 'connection' && issue.kind === 'incomplete',
  )
  const days = coveredDays(cappedWindow(read.issues, request), reading)
  const unreadRows = read.dropped.some(
    (row) => row.account !== null && accountKey(row.account) === key,
  )
  return {
    account: account.ref,
    ...days,
    complete: !faulty && !unnamed && !(loginFaulty && isStale(account, reading)),
    // A pending transaction that could not be read is not gone.
    includesPending: ask.pending && !unreadRows && !faulty && !loginFaulty,
    snapshotAt: account.balanceAt,
    listed: read.transactions.reduce(
      (count, row) => count + Number(accountKey(row.account) === key),
      0,
    ),
  }
}

/** The part of the window that the server says it looked at. */
function cappedWindow(
  issues: readonly ReadIssue[],
  { ask, reading }: { ask: Ask; reading: Reading },
) {
  const limits = issues.flatMap(({ cappedDays }) => cappedDays ?? [])
  const until = ask.end ?? reading.now
  const starts = limits.map((days) => until.subtract({ hours: days * 24 }).epochMilliseconds)
  const start = Math.max(ask.start.epochMilliseconds, ...starts)
  return { start: Temporal.Instant.fromEpochMilliseconds(start), end: ask.end }
}

function isStale(account: CatalogAccount, reading: Reading): boolean {
  if (account.balanceAt === null) return true
  const age = reading.now.epochMilliseconds - account.balanceAt.epochMilliseconds
  return age > STALE_SECONDS * 1000
}

/** Accounts that were asked for and are not in the answer, unless an error of their bank already tells why. */
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

/** Every account an answer speaks of: those it lists, and those it only complains about. */
function refsOf(read: ReadAnswer): AccountRef[] {
  const listed = read.accounts.map((account) => account.ref)
  const blamed = read.issues.flatMap(({ issue }) => issue.account ?? [])
  return [...new Map([...listed, ...blamed].map((ref) => [accountKey(ref), ref])).values()]
}

/** Everything under the references that are stored. */
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
