import { OutboundFailure } from '#/platform/outbound/failure.ts'
import { asProviderFailure } from '#/sources/provider/as-provider-failure.ts'
import type { OutboundAnswer, OutboundRequest } from '#/platform/outbound/outbound.ts'
import { parseInTurns } from '#/sources/provider/parse-in-turns.ts'
import { ProviderFailure, type Io } from '#/sources/provider/provider.ts'
import { concealing } from '#/core/values/conceal.ts'
import { type Access, secretsOf } from './access-url.ts'
import type { Ask } from './windows.ts'

// Servers take a minute and more to gather a first answer.
const ACCOUNTS_TIMEOUT_MS = 120_000
const ACCOUNTS_BYTES_MAX = 16 * 1024 * 1024
/** Depth of the rows in the JSON: accounts, account, transactions, transaction. */
const ROWS_DEPTH = 4
const CLAIM_TIMEOUT_MS = 30_000
const CLAIM_BYTES_MAX = 8192
/** Above this many accounts the filter is omitted: 500 ids would make a URL of 20 KB. */
const FILTER_ACCOUNTS_MAX = 40
const FILTER_CHARACTERS_MAX = 4000
const RETRY_SECONDS = 15 * 60
const RETRY_SECONDS_MAX = 24 * 60 * 60

/**
 * Exchanges a claim URL for the access URL, which works once. Throws ProviderFailure. There is no retry, because after
 * `unavailable` the token may be used up.
 */
export async function claimAccess(claimUrl: string, io: Io): Promise<string> {
  const answer = await send(io, {
    method: 'POST',
    url: claimUrl,
    timeoutMs: CLAIM_TIMEOUT_MS,
    maxBytes: CLAIM_BYTES_MAX,
    redirects: 1,
  })
  if (answer.status === 200) return answer.body.toString('utf8').trim()
  if (answer.status >= 500 || answer.status === 429) {
    const text =
      'SimpleFIN could not exchange the token right now. It may be used up: if it is refused next time, create a new one.'
    throw new ProviderFailure('unavailable', text, retryAfterOf(answer))
  }
  if (answer.status === 402) throw paymentRequired()
  const text =
    answer.status === 403
      ? 'SimpleFIN does not know this setup token, or it was used before. If you did not use it yourself, disable it at SimpleFIN, as somebody else may have. Then create a new one.'
      : `SimpleFIN refused the setup token (HTTP ${answer.status}).`
  throw new ProviderFailure('refused', text)
}

/**
 * Returns the JSON of GET /accounts without validating it: balances only, or the transactions of `ask`. Counts as one
 * request of the quota. Throws ProviderFailure.
 */
export async function getAccounts(access: Access, ask: Ask | 'balances', io: Io): Promise<unknown> {
  await io.spend(ask === 'balances' ? 'discover' : ask.purpose)
  const answer = await send(io, {
    method: 'GET',
    url: `${access.base}/accounts?${queryOf(ask).toString()}`,
    headers: { authorization: access.authorization, accept: 'application/json' },
    timeoutMs: ACCOUNTS_TIMEOUT_MS,
    maxBytes: ACCOUNTS_BYTES_MAX,
    redirects: 1,
    mayCarryAuthorization: isSimplefinBridge,
  })
  if (answer.status !== 200) throw failureOf(answer)
  const prepare = concealing(secretsOf(access))
  try {
    return await parseInTurns(answer.body, { depth: ROWS_DEPTH, prepare })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ProviderFailure('nonsense', 'The provider did not answer with JSON.')
  }
}

function queryOf(ask: Ask | 'balances'): URLSearchParams {
  const query = new URLSearchParams({ version: '2' })
  if (ask === 'balances') {
    query.set('balances-only', '1')
    return query
  }
  query.set('start-date', String(secondsOf(ask.start)))
  if (ask.end !== null) query.set('end-date', String(secondsOf(ask.end)))
  // Servers check only that the parameter exists: pending=0 would mean yes.
  if (ask.pending) query.set('pending', '1')
  const ids = [...new Set(ask.accounts.map((ref) => ref.externalId))]
  if (ids.length <= FILTER_ACCOUNTS_MAX && ids.join('').length <= FILTER_CHARACTERS_MAX) {
    for (const id of ids) query.append('account', id)
  }
  return query
}

function secondsOf(moment: Temporal.Instant): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

/**
 * Allows credentials to follow a redirect between hosts of simplefin.org, as from bridge to beta-bridge: they have one
 * operator and the same accounts.
 */
function isSimplefinBridge(from: URL, to: URL): boolean {
  return [from, to].every((url) => url.protocol === 'https:' && url.host.endsWith('.simplefin.org'))
}

async function send(io: Io, request: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await io.outbound.request({ ...request, ...(io.signal ? { signal: io.signal } : {}) })
  } catch (error) {
    if (error instanceof OutboundFailure) throw asProviderFailure(error)
    throw error
  }
}

function failureOf(answer: OutboundAnswer): ProviderFailure {
  const { status, redirectedTo } = answer
  if (status === 402) return paymentRequired()
  if (status === 401 || status === 403) {
    return new ProviderFailure(
      'reauth',
      redirectedTo === null
        ? 'SimpleFIN no longer accepts this connection. Create a new setup token and connect again.'
        : 'The provider moved to another address. Create a new setup token there and connect again.',
    )
  }
  if (status === 429) {
    return new ProviderFailure(
      'quota',
      'SimpleFIN asks for fewer requests.',
      retryAfterOf(answer) ?? RETRY_SECONDS,
    )
  }
  return new ProviderFailure(
    'unavailable',
    `SimpleFIN could not answer (HTTP ${status}).`,
    status >= 500 ? retryAfterOf(answer) : null,
  )
}

function paymentRequired(): ProviderFailure {
  return new ProviderFailure(
    'payment',
    'SimpleFIN asks for payment of its subscription. Pay there, then sync again.',
  )
}

/** Reads Retry-After in seconds. A date is ignored, because its meaning depends on the clock of the server. */
function retryAfterOf(answer: OutboundAnswer): number | null {
  const sent = answer.headers['retry-after'] ?? ''
  return /^\d{1,9}$/.test(sent) ? Math.min(Math.max(Number(sent), 1), RETRY_SECONDS_MAX) : null
}
