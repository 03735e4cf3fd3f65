import { sql } from 'kysely'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { contentHash, type Mirror } from '#/sources/intake/mirror.ts'
import { removeRows } from '#/sources/intake/remove-rows.ts'
import { merchantsOfTransaction, mirrorOf } from '#/sources/intake/adopt.ts'
import { insertRows, updateRows } from '#/sources/intake/import-rows.ts'
import { type Known, MATCH_DAYS, matchPayments, policies } from '#/sources/intake/match-payments.ts'
import { renewNames } from '#/sources/renaming/renew-names.ts'
import { merchantOfRow, paymentOf } from '#/sources/intake/read-row.ts'
import { storeMirrors } from '#/sources/intake/store-mirrors.ts'
import { pairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { assignPayments } from '#/budget/assignments/assign-payments.ts'
import { addDays } from '#/core/values/day.ts'
import { announceTransactions } from '#/webhooks/delivering/announce.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { Entry } from './entries.ts'

/** The result of a push, in transactions. */
export type Counts = {
  readonly added: number
  readonly updated: number
  readonly removed: number
  /** Known already from another device, a bank or an earlier push. */
  readonly matched: number
  readonly ignored: number
}

export const nothingDone: Counts = { added: 0, updated: 0, removed: 0, matched: 0, ignored: 0 }

export type Pushed = {
  readonly rows: readonly ProviderTransaction[]
  readonly removed: readonly string[]
  /** True if the device pushes everything that it has: its earlier payments may come again under new ids. */
  readonly isWhole: boolean
}

/**
 * Stores pushed payments of one account in the caller's transaction. A device does not change or remove transactions that
 * a bank reported.
 */
export async function storePushed(call: Call, entry: Entry, pushed: Pushed): Promise<Counts> {
  if (entry.isClosed) {
    return { ...nothingDone, ignored: pushed.rows.length + pushed.removed.length }
  }
  await renewNames(call)
  const mirrors = await loadMirrors(call, entry, pushed)
  const known = new Map(mirrors.map((mirror) => [mirror.externalId, mirror]))
  const unknown = pushed.rows.filter(({ externalId }) => !known.has(externalId))
  const matches = await matchUnknown(call, entry, { ...pushed, unknown })
  await attach(call, entry, matches)
  const fresh = unknown.filter((row) => !matches.has(row))
  const unit = { entry, isHistory: entry.isNew, provider: 'wallet' as const }
  const observed = await insertRows(call, unit, fresh)
  const changed = [
    ...pushed.rows.flatMap((row) => {
      const mirror = known.get(row.externalId)
      const isChanged = mirror && !mirror.contentHash.equals(contentHash(row))
      return isChanged ? [{ row, mirror }] : []
    }),
    // Another device reported the payment as pending and this one reports it as booked.
    ...[...matches].flatMap(([row, match]) => {
      const isBooking = match.byDevices && match.status === 'pending' && row.status === 'booked'
      return isBooking ? [{ row, mirror: mirrorOf(row, match) }] : []
    }),
  ]
  const ours = await onlyFromDevices(call, changed)
  await updateRows(call, entry, ours)
  const removed = await removeRows(call, {
    entryId: entry.id,
    provider: 'wallet',
    externalIds: pushed.removed,
  })
  if (fresh.length + ours.length + removed > 0) {
    await pairTransfers(call)
    await assignPayments(call)
  }
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

/** Matches unknown rows with transactions that another device, a bank, a file or a person reported. */
async function matchUnknown(
  call: Call,
  entry: Entry,
  { unknown, rows, isWhole }: Pushed & { readonly unknown: readonly ProviderTransaction[] },
): Promise<Matches> {
  if (unknown.length === 0) return new Map()
  const days = unknown.map(({ bookedOn }) => bookedOn).toSorted()
  const { rows: found } = await sql<Match>`
    select t.id as "transactionId", t.amount, t.booked_at as "bookedOn", t.status,
      ${merchantsOfTransaction(call.caller.householdId)} as merchants,
      t.provider = 'wallet' and not ${isConfirmed(call.caller.householdId)} as "byDevices"
    from transactions t
    where t.household_id = ${call.caller.householdId} and t.account_id = ${entry.accountId}
      and t.amount = any(${[...new Set(unknown.map(({ amount }) => amount))]}::bigint[])
      and t.booked_at between ${addDays(days[0]!, -MATCH_DAYS)} and ${addDays(days.at(-1)!, MATCH_DAYS)}
      and not exists (
        select 1 from provider_transactions m
        where m.household_id = ${call.caller.householdId} and m.transaction_id = t.id
          and m.provider_account_id = ${entry.id}
          and (not ${isWhole} or m.external_id = any(${rows.map(({ externalId }) => externalId)}::text[])))
    order by t.deleted_at nulls first, t.booked_at, t.id`.execute(call.db)
  const { pairs } = matchPayments(unknown.map(paymentOf), found, policies.wallet)
  return new Map([...pairs].map(([{ row }, match]) => [row, match]))
}

/** True if a bank connection reports the transaction `t` as well. */
const isConfirmed = (householdId: string) => sql`exists (
  select 1 from provider_transactions b
  join provider_accounts e on e.household_id = ${householdId} and e.id = b.provider_account_id
  where b.household_id = ${householdId} and b.transaction_id = t.id and b.removed_at is null
    and e.connection_id is not null)`

/** Stores this device's ids for known transactions, so that its later pushes find them by id. */
async function attach(call: Call, entry: Entry, matches: Matches): Promise<void> {
  const rows = [...matches].map(([row, { transactionId }]) => {
    return { row, merchant: merchantOfRow(row), transactionId }
  })
  await storeMirrors(call, entry, { rows })
}

type Change = { readonly row: ProviderTransaction; readonly mirror: Mirror }

/**
 * Keeps changes to transactions that only devices reported. Transactions that a bank reported or a person deleted do not
 * change any more, and a booked one does not become pending again.
 */
async function onlyFromDevices(call: Call, changes: readonly Change[]): Promise<Change[]> {
  if (changes.length === 0) return []
  const ids = changes.map(({ mirror }) => mirror.transactionId)
  const { rows } = await sql<{ id: string; status: 'pending' | 'booked' }>`
    select t.id, t.status from transactions t
    where t.household_id = ${call.caller.householdId} and t.id = any(${ids}::uuid[])
      and t.provider = 'wallet' and t.deleted_at is null and not ${isConfirmed(call.caller.householdId)}`.execute(
    call.db,
  )
  const ours = new Map(rows.map(({ id, status }) => [id, status]))
  return changes.filter(({ row, mirror }) => {
    const status = ours.get(mirror.transactionId)
    return status === 'pending' || (status === 'booked' && row.status === 'booked')
  })
}
