import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { BOOKING_DAYS, type Known, MATCH_DAYS, matchPayments, policies } from './match-payments.ts'
import { contentHash, type Mirror } from './mirror.ts'
import type { PossibleMatch } from './pair-bookings.ts'
import { merchantOfRow, paymentOf } from './read-row.ts'

/** Selects the merchant keys of the transaction `t`: its own and those of all its mirrors. */
export const merchantsOfTransaction = (householdId: string) => sql`array(
  select p.merchant from provider_transactions p
  where p.household_id = ${householdId} and p.transaction_id = t.id) || t.merchant`

type Found = Known & { readonly status: 'pending' | 'booked' }

/** New rows of a bank that the account has already. */
type KnownRows = {
  /** Each with a mirror as if the bank had listed it before, so that the transaction is updated and keeps its identity. */
  readonly known: ReadonlyMap<ProviderTransaction, Mirror>
  /** Rows that the account may have already: a person decides. */
  readonly possible: readonly PossibleMatch[]
}

/** Finds the rows of a bank that the account has already from a device, a file or a person. */
export async function findKnown(
  { db, caller }: ReadContext,
  entry: FollowedEntry,
  rows: readonly ProviderTransaction[],
): Promise<KnownRows> {
  if (rows.length === 0) return { known: new Map(), possible: [] }
  const { first, last } = spanOf(rows)
  const ofAccount = (alias: string) => sql`
    ${sql.ref(`${alias}.household_id`)} = ${caller.householdId}
    and ${sql.ref(`${alias}.account_id`)} = ${entry.accountId}
    and ${sql.ref(`${alias}.booked_at`)} between ${addDays(first, -BOOKING_DAYS)} and ${addDays(last, MATCH_DAYS)}`
  const { rows: found } = await sql<Found>`
    select t.id as "transactionId", t.amount, t.booked_at as "bookedOn", t.status,
      ${merchantsOfTransaction(caller.householdId)} as merchants, t.deleted_at is not null as "isDeleted",
      t.provider = 'wallet' and t.status = 'pending' and t.deleted_at is null as "awaitsBooking"
    from (
      -- Two selects, because visible and deleted transactions have separate indexes on account and day.
      select * from transactions v where v.visible and ${ofAccount('v')}
      union all
      select * from transactions g where g.deleted_at is not null and ${ofAccount('g')}
    ) t
    where t.provider in ('wallet', 'import', 'manual')
      and (t.amount in (select unnest(${[...new Set(rows.map(({ amount }) => amount))]}::bigint[]))
        or (t.provider <> 'import' and t.deleted_at is null))
      and not exists (
        select 1 from provider_transactions m
        join provider_accounts e on e.household_id = ${caller.householdId} and e.id = m.provider_account_id
        where m.household_id = ${caller.householdId} and m.transaction_id = t.id
          and e.connection_id is not null)
    order by t.deleted_at nulls first, t.booked_at, t.id`.execute(db)
  if (found.length === 0) return { known: new Map(), possible: [] }
  const { pairs, possible } = matchPayments(rows.map(paymentOf), found, policies.bank)
  return {
    known: new Map([...pairs].map(([{ row }, known]) => [row, mirrorOf(row, known)])),
    possible: possible.map(({ payment: { row }, known }) => ({
      row,
      mirror: mirrorOf(row, known),
    })),
  }
}

/** Returns the first and the last booking day. `rows` is not empty. */
function spanOf(rows: readonly ProviderTransaction[]): { first: Day; last: Day } {
  const days = rows.map(({ bookedOn }) => bookedOn)
  return {
    first: days.reduce((a, b) => (a < b ? a : b)),
    last: days.reduce((a, b) => (a > b ? a : b)),
  }
}

/** Creates the mirror that the bank's earlier listing of a known transaction would have left. */
export function mirrorOf(
  row: ProviderTransaction,
  { transactionId, status, ...known }: Known & { readonly status: Mirror['status'] },
): Mirror {
  return {
    externalId: row.externalId,
    status,
    amount: known.amount,
    bookedOn: known.bookedOn,
    merchant: merchantOfRow(row),
    contentHash: contentHash(row),
    isClaimed: false,
    deleted: null,
    transactionId,
  }
}
