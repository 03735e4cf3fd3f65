import { sql } from 'kysely'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { contentHash, type Mirror } from '#/sources/intake/mirror.ts'
import { withdraw } from '#/sources/intake/remove-rows.ts'
import { merchantsOfTransaction } from '#/sources/intake/adopt.ts'
import { insertRows, updateRows } from '#/sources/intake/import-rows.ts'
import {
  type Known,
  MATCH_DAYS,
  matchPayments,
  type Told,
} from '#/sources/intake/match-payments.ts'
import { merchantOfRow } from '#/sources/intake/read-row.ts'
import { pairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { addDays } from '#/core/values/day.ts'
import { announceTransactions } from '#/webhooks/delivering/announce.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { Entry } from './entries.ts'

/** What became of a push. */
export type Counts = {
  readonly added: number
  readonly updated: number
  readonly removed: number
  /** Known already: from another device, a bank, or an earlier push. */
  readonly matched: number
  readonly ignored: number
}

export const nothingDone: Counts = { added: 0, updated: 0, removed: 0, matched: 0, ignored: 0 }

export type Pushed = {
  readonly rows: readonly ProviderTransaction[]
  readonly removed: readonly string[]
  /** The device tells all that it has: what it told before under other ids may be told anew. */
  readonly isWhole: boolean
}

/**
 * Takes in what a device says of one account, in the caller's transaction. What a bank has told of is the bank's: a device
 * adds nothing to it and takes nothing away.
 */
export async function takeIn(call: Call, entry: Entry, pushed: Pushed): Promise<Counts> {
  if (entry.isClosed) {
    return { ...nothingDone, ignored: pushed.rows.length + pushed.removed.length }
  }
  const mirrors = await loadMirrors(call, entry, pushed)
  const known = new Map(mirrors.map((mirror) => [mirror.externalId, mirror]))
  const unknown = pushed.rows.filter(({ externalId }) => !known.has(externalId))
  const matches = await matchUnknown(call, entry, { ...pushed, unknown })
  await attach(call, entry, matches)
  const fresh = unknown.filter((row) => !matches.has(row))
  const unit = { entry, isHistory: entry.isNew, provider: 'wallet' as const }
  const observed = await insertRows(call, unit, fresh)
  const told = [
    ...pushed.rows.flatMap((row) => {
      const mirror = known.get(row.externalId)
      const isChanged = mirror && !mirror.contentHash.equals(contentHash(row))
      return isChanged ? [{ row, mirror }] : []
    }),
    // Another device saw it pending; this one says that it is booked.
    ...[...matches].flatMap(([row, match]) => {
      const isNews = match.byDevices && match.status === 'pending' && row.status === 'booked'
      return isNews ? [{ row, mirror: mirrorOf(row, match) }] : []
    }),
  ]
  const ours = await keepOurs(call, told)
  await updateRows(call, entry, ours)
  const removed = await withdraw(call, {
    entryId: entry.id,
    provider: 'wallet',
    externalIds: pushed.removed,
  })
  if (fresh.length + ours.length + removed > 0) await pairTransfers(call)
  await announceTransactions(
    call,
    observed.map(({ id }) => id),
  )
  return {
    added: fresh.length,
    updated: ours.length,
    removed,
    matched: pushed.rows.length - fresh.length - ours.length,
    ignored: 0,
  }
}

async function loadMirrors(call: Call, entry: Entry, { rows }: Pushed): Promise<Mirror[]> {
  const { rows: found } = await sql<Mirror>`
    select external_id as "externalId", status, amount, booked_on as "bookedOn", merchant,
      content_hash as "contentHash", false as "isClaimed", null as deleted,
      transaction_id as "transactionId"
    from provider_transactions
    where household_id = ${call.caller.householdId} and provider_account_id = ${entry.id}
      and external_id = any(${rows.map(({ externalId }) => externalId)}::text[])`.execute(call.db)
  return found
}

type Match = Known & { readonly status: 'pending' | 'booked' }
type Matches = ReadonlyMap<ProviderTransaction, Match>

/** Which rows tell of transactions that the account has already, though not by this device. */
async function matchUnknown(
  call: Call,
  entry: Entry,
  { unknown, rows, isWhole }: Pushed & { readonly unknown: readonly ProviderTransaction[] },
): Promise<Matches> {
  if (unknown.length === 0) return new Map()
  const days = unknown.map(({ bookedOn }) => bookedOn).toSorted()
  const { rows: found } = await sql<Match>`
    select t.id as "transactionId", t.amount, t.booked_at as "bookedOn", t.status,
      ${merchantsOfTransaction} as merchants,
      t.provider = 'wallet' and not ${isConfirmed} as "byDevices"
    from transactions t
    where t.household_id = ${call.caller.householdId} and t.account_id = ${entry.accountId}
      and t.amount = any(${[...new Set(unknown.map(({ amount }) => amount))]}::bigint[])
      and t.booked_at between ${addDays(days[0]!, -MATCH_DAYS)} and ${addDays(days.at(-1)!, MATCH_DAYS)}
      and not exists (
        select from provider_transactions m
        where m.household_id = t.household_id and m.transaction_id = t.id
          and m.provider_account_id = ${entry.id}
          and (not ${isWhole} or m.external_id = any(${rows.map(({ externalId }) => externalId)}::text[])))
    order by t.deleted_at nulls first, t.booked_at, t.id`.execute(call.db)
  const told = unknown.map((row): Told & { row: ProviderTransaction } => {
    const { externalId, amount, bookedOn } = row
    return { row, externalId, amount, bookedOn, merchant: merchantOfRow(row) }
  })
  const rowOf = new Map<Told, ProviderTransaction>(told.map((one) => [one, one.row]))
  const matchOf = new Map<Known, Match>(found.map((one) => [one, one]))
  return new Map(
    [...matchPayments(told, found)].map(([one, other]) => [rowOf.get(one)!, matchOf.get(other)!]),
  )
}

/** Whether a bank connection tells of the transaction `t` as well. */
const isConfirmed = sql`exists (
  select from provider_transactions b
  join provider_accounts e on e.household_id = b.household_id and e.id = b.provider_account_id
  where b.household_id = t.household_id and b.transaction_id = t.id and b.removed_at is null
    and e.connection_id is not null)`

/** A known transaction gets a mirror by this device too: every later word of it finds it by its id. */
async function attach(call: Call, entry: Entry, matches: Matches): Promise<void> {
  if (matches.size === 0) return
  const now = call.now()
  await call.db
    .insertInto('provider_transactions')
    .values(
      [...matches].map(([row, { transactionId }]) => ({
        household_id: call.caller.householdId,
        provider_account_id: entry.id,
        external_id: row.externalId,
        status: row.status,
        amount: row.amount,
        booked_on: row.bookedOn,
        descriptor: row.rawDescription,
        merchant: merchantOfRow(row),
        content_hash: contentHash(row),
        first_seen_at: now,
        missed_snapshots: 0,
        transaction_id: transactionId,
      })),
    )
    .execute()
}

function mirrorOf(row: ProviderTransaction, match: Match): Mirror {
  return {
    externalId: row.externalId,
    status: match.status,
    amount: match.amount,
    bookedOn: match.bookedOn,
    merchant: merchantOfRow(row),
    contentHash: contentHash(row),
    isClaimed: false,
    deleted: null,
    transactionId: match.transactionId,
  }
}

type News = { readonly row: ProviderTransaction; readonly mirror: Mirror }

/**
 * What only devices have told of, and none of them as booked while this one still says pending. What a bank has told of,
 * or a person has deleted, is not changed any more.
 */
async function keepOurs(call: Call, told: readonly News[]): Promise<News[]> {
  if (told.length === 0) return []
  const ids = told.map(({ mirror }) => mirror.transactionId)
  const { rows } = await sql<{ id: string; status: 'pending' | 'booked' }>`
    select t.id, t.status from transactions t
    where t.household_id = ${call.caller.householdId} and t.id = any(${ids}::uuid[])
      and t.provider = 'wallet' and t.deleted_at is null and not ${isConfirmed}`.execute(call.db)
  const ours = new Map(rows.map(({ id, status }) => [id, status]))
  return told.filter(({ row, mirror }) => {
    const status = ours.get(mirror.transactionId)
    return status === 'pending' || (status === 'booked' && row.status === 'booked')
  })
}
