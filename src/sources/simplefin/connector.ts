import { OutboundFailure } from '#/platform/outbound/failure.ts'
import { asProviderFailure } from '#/sources/provider/as-provider-failure.ts'
import {
  accountKey,
  ProviderFailure,
  type AccountCoverage,
  type Batch,
  type Connector,
  type Io,
} from '#/sources/provider/provider.ts'
import { inTurns } from '#/sources/provider/take-turns.ts'
import { parseAccessUrl, type Access } from './access-url.ts'
import { claimAccess, getAccounts } from './client.ts'
import { parseSetupToken } from './setup-token.ts'
import {
  translateCatalog,
  translatingTransactions,
  withoutRepeats,
  type Translation,
} from './translate.ts'
import type { Ask } from './windows.ts'
import { SIMPLEFIN } from '#/sources/provider/bank-provider.ts'

/** The SimpleFIN connector. Its secret is the access URL; `windows.ts` plans its asks. */
export const simplefin: Connector<Ask> = {
  key: SIMPLEFIN,

  async connect(pasted, io) {
    const token = parseSetupToken(pasted)
    if ('refusal' in token) throw new ProviderFailure('refused', token.refusal)
    const secret = await claimAccess(token.claimUrl, io)
    const access = parseAccessUrl(secret)
    if (access === null) {
      throw new ProviderFailure(
        'nonsense',
        'The server did not answer the token with an access URL.',
      )
    }
    await refusePrivate(access, io)
    return { secret }
  },

  async discover(secret, known, io) {
    const answer = await getAccounts(accessOf(secret), 'balances', io)
    const { accounts, issues, dropped } = translateCatalog(answer, known, contextOf(io))
    return { accounts, issues, dropped }
  },

  async fetch(secret, asks, io) {
    const access = accessOf(secret)
    const answered: { ask: Ask; result: Translation }[] = []
    for (const ask of asks) {
      if (ask.accounts.length === 0) continue
      const answer = await getAccounts(access, ask, io)
      const steps = translatingTransactions(answer, ask, contextOf(io))
      answered.push({ ask, result: await inTurns(steps) })
    }
    const [only] = answered
    const once =
      answered.length === 1 && only
        ? { transactions: only.result.transactions, dropped: [] }
        : await inTurns(withoutRepeats(answered.flatMap(({ result }) => result.transactions)))
    return mergeAnswers(answered, once)
  },

  // SimpleFIN offers no way to give access back; people disable it at their server.
  disconnect: () => Promise.resolve(),
}

/**
 * Merges all answers of one unit into one batch, with the rows of `once`. Later answers win; adjacent days become one
 * stretch.
 */
function mergeAnswers(
  answered: readonly { ask: Ask; result: Translation }[],
  once: Pick<Translation, 'transactions' | 'dropped'>,
): Batch {
  const results = answered.map(({ result }) => result)
  const accounts = results.flatMap((result) => result.accounts)
  const issues = results.flatMap((result) => result.issues)
  return {
    mode: 'window',
    upserts: once.transactions,
    removed: [],
    accounts: [...new Map(accounts.map((account) => [accountKey(account.ref), account])).values()],
    coverage: mergeCoverage(answered),
    fromCursor: null,
    toCursor: null,
    history: null,
    issues: [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()],
    dropped: [...results.flatMap((result) => result.dropped), ...once.dropped],
  }
}

/** Merges adjacent windows of an account into one stretch of days. The newest window decides about pending rows. */
function mergeCoverage(answered: readonly { ask: Ask; result: Translation }[]): AccountCoverage[] {
  const inOrder = answered.toSorted((a, b) => Temporal.Instant.compare(a.ask.start, b.ask.start))
  const merged = new Map<string, { end: Temporal.Instant | null; coverage: AccountCoverage }[]>()
  for (const { ask, result } of inOrder) {
    for (const coverage of result.coverage) {
      const stretches = merged.get(accountKey(coverage.account)) ?? []
      const last = stretches.at(-1)
      const meets = last?.end && Temporal.Instant.compare(last.end, ask.start) >= 0
      if (last && meets) {
        const earlier = last.coverage
        last.end = ask.end
        last.coverage = {
          ...coverage,
          from: earlier.from,
          complete: earlier.complete && coverage.complete,
          listed: earlier.listed + coverage.listed,
        }
      } else stretches.push({ end: ask.end, coverage })
      merged.set(accountKey(coverage.account), stretches)
    }
  }
  return [...merged.values()].flat().map(({ coverage }) => coverage)
}

/**
 * Throws when the access URL points to a private address, because a server chose it. A failing name look-up is ignored,
 * so that an access URL that cannot be had twice is kept.
 */
async function refusePrivate(access: Access, io: Io): Promise<void> {
  try {
    await io.outbound.inspect(access.base)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (error.kind !== 'dns') throw asProviderFailure(error)
  }
}

function accessOf(secret: string): Access {
  const access = parseAccessUrl(secret)
  if (access === null) throw new TypeError('the stored secret is not an access URL')
  return access
}

function contextOf(io: Io): { now: Temporal.Instant; zone: string } {
  return { now: io.now(), zone: io.zone }
}
