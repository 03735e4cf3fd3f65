import { createPackedRows } from '#/sources/provider/packed-rows.ts'
import {
  type AccountRef,
  type Batch,
  type Discovery,
  type DroppedRow,
  type Io,
  ProviderFailure,
} from '#/sources/provider/provider.ts'
import { eachInTurns } from '#/sources/provider/take-turns.ts'
import {
  accountsAnswer,
  exchangeAnswer,
  itemAnswer,
  keyAnswer,
  linkSessionsAnswer,
  linkTokenAnswer,
  removeAnswer,
  type SigningKey,
  syncAnswer,
} from './answer.ts'
import { askPlaid, type PlaidAccess } from './client.ts'
import { failureOf, PlaidFailure } from './failure.ts'
import { type Institution, readAccount, readTransaction, refOf } from './translate.ts'

// The calls to Plaid. The secret of a connection is its access token; an Item is Plaid's word for one login at one
// bank.

const PAGE = 500
/** Maximum pages of an update; more are an error of Plaid. */
const PAGES_MAX = 2000
/** Maximum waits for Plaid's next minute: a login with many years of rows has more pages than one minute allows. */
const WAITS_MAX = 3
/** Maximum restarts of an update because rows changed between its pages. */
const RESTARTS_MAX = 3
const HISTORY_DAYS = 730

/** Options of a Link page. */
export type LinkOptions = {
  /** Our own id, never a name or an address. */
  readonly userId: string
  readonly countries: readonly string[]
  readonly language: string
  readonly webhookUrl: string | null
  /** The access token of the login to repair; null: a new login. */
  readonly secret: string | null
}

export type LinkToken = {
  /** Gives access to the outcome of the page, so it is a secret. */
  readonly token: string
  /** URL of the page at Plaid on which people sign in. Our own pages load no script of Plaid's. */
  readonly page: string
  /** ISO 8601 instant. */
  readonly expires: string
}

/** Creates a page of Plaid's Hosted Link. */
export async function createLinkToken(
  access: PlaidAccess,
  io: Pick<Io, 'outbound'>,
  options: LinkOptions,
): Promise<LinkToken> {
  const answer = await askPlaid(access, io, {
    path: '/link/token/create',
    body: {
      client_name: 'Earmark',
      language: options.language,
      country_codes: options.countries,
      user: { client_user_id: options.userId },
      hosted_link: {},
      ...(options.webhookUrl !== null && { webhook: options.webhookUrl }),
      ...(options.secret === null
        ? { products: ['transactions'], transactions: { days_requested: HISTORY_DAYS } }
        : { access_token: options.secret }),
    },
    answer: linkTokenAnswer,
  })
  return { token: answer.link_token, page: answer.hosted_link_url, expires: answer.expiration }
}

/** Outcome of a Link page. `publicTokens`: one for each login that was opened or repaired there. */
export type LinkOutcome = {
  readonly state: 'open' | 'left' | 'done'
  readonly publicTokens: readonly string[]
}

/** Reads the outcome of a Link page. `left` is not final: the person may open the page again. */
export async function readLinkOutcome(
  access: PlaidAccess,
  io: Pick<Io, 'outbound'>,
  token: string,
): Promise<LinkOutcome> {
  const { link_sessions } = await askPlaid(access, io, {
    path: '/link/token/get',
    body: { link_token: token },
    answer: linkSessionsAnswer,
  })
  const sessions = link_sessions ?? []
  const tokens = sessions.flatMap(({ results, on_success: success }) => [
    ...(results?.item_add_results ?? []).map((result) => result.public_token),
    ...(success?.public_token ? [success.public_token] : []),
  ])
  if (tokens.length > 0) return { state: 'done', publicTokens: [...new Set(tokens)] }
  const isLeft = sessions.length > 0 && sessions.every(({ finished_at }) => finished_at)
  return { state: isLeft ? 'left' : 'open', publicTokens: [] }
}

/** Exchanges a public token for the access token. Store it before anything else: it comes only once. */
export async function exchangePublicToken(
  access: PlaidAccess,
  io: Pick<Io, 'outbound'>,
  publicToken: string,
): Promise<{ secret: string; itemId: string }> {
  const { access_token: secret, item_id: itemId } = await askPlaid(access, io, {
    path: '/item/public_token/exchange',
    body: { public_token: publicToken.trim() },
    answer: exchangeAnswer,
  })
  return { secret, itemId }
}

/** Reads the accounts of an Item with their balances, and when its consent expires. */
export async function readAccounts(
  access: PlaidAccess,
  io: Io,
  secret: string,
): Promise<Discovery & { consentExpiresAt: Temporal.Instant | null }> {
  const { accounts: sent, item } = await askPlaid(access, io, {
    path: '/accounts/get',
    body: { access_token: secret },
    answer: accountsAnswer,
  })
  const institution: Institution = { id: '', name: item.institution_name || 'Bank', url: null }
  const read = sent.map((one) => readAccount(one, { institution, at: io.now() }))
  const issue = item.error?.error_code ? failureOf(errorOf(item.error), 400) : null
  return {
    accounts: read.flatMap((one) => ('dropped' in one ? [] : [one])),
    dropped: read.flatMap((one) => ('dropped' in one ? [one.dropped] : [])),
    issues:
      issue === null
        ? []
        : [
            {
              scope: 'connection',
              kind: issue.kind === 'reauth' || issue.kind === 'revoked' ? issue.kind : 'retry',
              message: issue.message,
              institutionId: '',
              account: null,
              retryAfterSeconds: null,
            },
          ],
    consentExpiresAt: instantOf(item.consent_expiration_time),
  }
}

/** Returns what is wrong with an Item, or null. Plaid answers from its own data, without asking the bank. */
export async function readFault(
  access: PlaidAccess,
  io: Io,
  secret: string,
): Promise<PlaidFailure | null> {
  const { item } = await askPlaid(access, io, {
    path: '/item/get',
    body: { access_token: secret },
    answer: itemAnswer,
  })
  return item.error?.error_code ? failureOf(errorOf(item.error), 400) : null
}

type Update = {
  readonly secret: string
  /** Null: read from the beginning. */
  readonly cursor: string | null
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/**
 * Reads everything since `cursor` as one update. It is gathered whole, because a pending payment may be removed on one
 * page and booked on another. When rows change meanwhile, it restarts from the same cursor, after three attempts from
 * the beginning; a cursor that Plaid has forgotten restarts from the beginning at once. `fromCursor` of the result is
 * the cursor that was used. The caller has counted the first attempt. Throws ProviderFailure.
 */
export async function fetchUpdate(
  access: PlaidAccess,
  io: Io,
  { secret, cursor, wait }: Update,
): Promise<Batch> {
  let from = cursor
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await gather(access, io, { secret, cursor: from, wait })
    } catch (error) {
      if (!(error instanceof PlaidFailure)) throw error
      const isChanged = error.code === 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION'
      const isLost = error.code === 'INVALID_FIELD' && from !== null
      if (!isChanged && !isLost) throw error
      if (isLost || (attempt >= RESTARTS_MAX && from !== null)) from = null
      else if (attempt > RESTARTS_MAX) throw error
      await io.spend('regular')
    }
  }
}

/** Reads the key that signs webhooks under this id. Throws PlaidFailure when Plaid does not know it. */
export async function readSigningKey(
  access: PlaidAccess,
  io: Pick<Io, 'outbound'>,
  keyId: string,
): Promise<SigningKey> {
  const { key } = await askPlaid(access, io, {
    path: '/webhook_verification_key/get',
    body: { key_id: keyId },
    answer: keyAnswer,
  })
  return key
}

/** Removes an Item at Plaid, which is the only way to end its monthly price. Ignores an Item that is already gone. */
export async function removeItem(
  access: PlaidAccess,
  io: Pick<Io, 'outbound'>,
  secret: string,
): Promise<void> {
  try {
    await askPlaid(access, io, {
      path: '/item/remove',
      body: { access_token: secret },
      answer: removeAnswer,
    })
  } catch (error) {
    if (!(error instanceof PlaidFailure) || error.kind !== 'revoked') throw error
  }
}

async function gather(
  access: PlaidAccess,
  io: Io,
  { secret, cursor: first, wait }: Update,
): Promise<Batch> {
  const update = createPackedRows()
  const refs = new Map<string, AccountRef>()
  const removed = new Map<string, string | null>()
  const dropped: DroppedRow[] = []
  let cursor = first
  let status = ''
  let waits = 0
  const ask = async (from: string | null, page: number) => {
    for (;;) {
      try {
        return await askPage(access, io, { secret, cursor: from })
      } catch (error) {
        const isEarly = error instanceof ProviderFailure && error.kind === 'quota'
        // Waits here instead of failing: a retry would ask for the previous pages again, and reach the same limit.
        if (!isEarly || page === 1 || waits === WAITS_MAX) throw error
        waits += 1
        await wait((error.retryAfterSeconds ?? 60) * 1000, io.signal)
      }
    }
  }
  for (let page = 1; ; page += 1) {
    const answer = await ask(cursor, page)
    for await (const sent of eachInTurns([...answer.added, ...answer.modified])) {
      const read = readTransaction(sent, refs)
      if ('dropped' in read) dropped.push(read.dropped)
      else {
        update.add(read)
        removed.delete(read.externalId)
      }
    }
    for (const { transaction_id: gone, account_id: account } of answer.removed) {
      update.forget(gone)
      removed.set(gone, account ?? null)
    }
    // Plaid sends an empty cursor while it has no data. Stored, it would restart the next update from the beginning.
    const next = answer.next_cursor === '' ? null : answer.next_cursor
    if (answer.has_more && (next === null || next === cursor || page === PAGES_MAX)) {
      throw new ProviderFailure('nonsense', 'Plaid sent an update that does not end.')
    }
    cursor = next
    status = answer.transactions_update_status
    if (!answer.has_more) break
  }
  return {
    mode: 'delta',
    upserts: update.rows,
    removed: [...removed].map(([externalId, account]) => ({
      externalId,
      account: account === null ? null : refOf(account),
    })),
    accounts: [],
    coverage: [],
    fromCursor: first,
    toCursor: cursor ?? first,
    history: historyOf(status, cursor),
    issues: [],
    dropped,
  }
}

function askPage(
  access: PlaidAccess,
  io: Io,
  { secret, cursor }: { readonly secret: string; readonly cursor: string | null },
) {
  return askPlaid(access, io, {
    path: '/transactions/sync',
    body: {
      access_token: secret,
      ...(cursor !== null && { cursor }),
      count: PAGE,
      options: { include_original_description: true, personal_finance_category_version: 'v2' },
    },
    answer: syncAnswer,
  })
}

function historyOf(status: string, cursor: string | null): Batch['history'] {
  if (cursor === null || status === 'NOT_READY') return 'not_ready'
  return status === 'HISTORICAL_UPDATE_COMPLETE' ? 'complete' : 'partial'
}

function errorOf(error: {
  readonly error_type?: string | null | undefined
  readonly error_code?: string | null | undefined
  readonly display_message?: string | null | undefined
}) {
  const { error_type: type, error_code: code, display_message } = error
  return { error_type: type ?? 'ITEM_ERROR', error_code: code ?? '', display_message }
}

function instantOf(text: string | null | undefined): Temporal.Instant | null {
  try {
    return text ? Temporal.Instant.from(text) : null
  } catch {
    return null
  }
}
