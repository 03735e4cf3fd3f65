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

/** SimpleFIN. The secret is the access URL; asks come from `windows.ts`. */
export const providerA: Connector<Ask> = {
  key: 'provider_a',

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
    const { accounts, issues, dropped } = translateCatalog(answer, known, readingOf(io))
    return { accounts, issues, dropped }
  },

  async fetch(secret, asks, io) {
    const access = accessOf(secret)
    const answered: { ask: Ask; result: Translation }[] = []
    for (const ask of asks) {
      if (ask.accounts.length === 0) continue
      const answer = await getAccounts(access, ask, io)
      const steps = translatingTransactions(answer, ask, readingOf(io))
      answered.push({ ask, result: await inTurns(steps) })
    }
    const [only] = answered
    const once =
      answered.length === 1 && only
        ? { transactions: only.result.transactions, dropped: [] }
        : await inTurns(withoutRepeats(answered.flatMap(({ result }) => result.transactions)))
    return mergeAnswers(answered, once)
  },

  // SimpleFIN has no way to give access back; people disable it at their server.
  disconnect: () => Promise.resolve(),
}

/** All answers of one unit as one batch, `once`: their rows. Later answers win, days that touch are one stretch. */
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

/** Windows of an account that meet become one stretch of days; the newest says what is true of its end. */
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
 * The access URL is the server's word and judged like a person's. A name that cannot be found now is no reason to throw
 * away what can be had only once.
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
  if (access === null) throw new TypeError('the stored secret is no access URL')
  return access
}

function readingOf(io: Io): { now: Temporal.Instant; zone: string } {
  return { now: io.now(), zone: io.zone }
}
