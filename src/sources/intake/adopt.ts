import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { BOOKING_DAYS, type Known, MATCH_DAYS, matchPayments, type Told } from './match-payments.ts'
import { matchTips, type Row } from './match-tips.ts'
import { contentHash, type Mirror } from './mirror.ts'
import type { Maybe } from './pair-bookings.ts'
import { merchantOfRow } from './read-row.ts'

/** What the transaction `t` and every mirror of it call the merchant. */
export const merchantsOfTransaction = sql`array(
  select p.merchant from provider_transactions p
  where p.household_id = t.household_id and p.transaction_id = t.id) || t.merchant`

type Found = Known & { readonly status: 'pending' | 'booked'; readonly isDeleted: boolean }

/** What an account has already of a bank's new rows. */
type Recognised = {
  /** Each with a mirror as if the bank had told of it before, so that it is told anew and keeps its identity. */
  readonly known: ReadonlyMap<ProviderTransaction, Mirror>
  /** Which rows may be there already, though not surely enough. */
  readonly maybes: readonly Maybe[]
}

/**
 * Which of a bank's new rows the account has already, because a device pushed them, a file brought them or a person wrote
 * them down.
 */
export async function findKnown(
  { db, caller }: ReadContext,
  entry: FollowedEntry,
  rows: readonly ProviderTransaction[],
): Promise<Recognised> {
  if (rows.length === 0) return { known: new Map(), maybes: [] }
  const { first, last } = spanOf(rows)
  const ofAccount = (alias: string) => sql`
    ${sql.ref(`${alias}.household_id`)} = ${caller.householdId}
    and ${sql.ref(`${alias}.account_id`)} = ${entry.accountId}
    and ${sql.ref(`${alias}.booked_at`)} between ${addDays(first, -BOOKING_DAYS)} and ${addDays(last, MATCH_DAYS)}`
  const { rows: found } = await sql<Found>`
    select t.id as "transactionId", t.amount, t.booked_at as "bookedOn", t.status,
      ${merchantsOfTransaction} as merchants, false as "byDevices", t.deleted_at is not null as "isDeleted",
      t.provider = 'wallet' and t.status = 'pending' and t.deleted_at is null as "awaitsBooking"
    from (
      -- Each by its own index of the account's days.
      select * from transactions v where v.visible and ${ofAccount('v')}
      union all
      select * from transactions g where g.deleted_at is not null and ${ofAccount('g')}
    ) t
    where t.provider in ('wallet', 'import', 'manual')
      and (t.amount in (select unnest(${[...new Set(rows.map(({ amount }) => amount))]}::bigint[]))
        or (t.provider <> 'import' and t.deleted_at is null))
      and not exists (
        select from provider_transactions m
        join provider_accounts e on e.household_id = m.household_id and e.id = m.provider_account_id
        where m.household_id = t.household_id and m.transaction_id = t.id
          and e.connection_id is not null)
    order by t.deleted_at nulls first, t.booked_at, t.id`.execute(db)
  if (found.length === 0) return { known: new Map(), maybes: [] }
  const told = new Map(rows.map((row) => [readTold(row), row]))
  const surely = matchPayments([...told.keys()], found)
  const taken = new Set(surely.values())
  const { pairs, doubts } = matchTips(
    [...told.keys()].filter((row) => !surely.has(row)),
    found.filter((one) => !taken.has(one) && !one.isDeleted),
  )
  const foundBy = new Map<Known, Found>(found.map((one) => [one, one]))
  const rowBy = new Map<Told, ProviderTransaction>(told)
  const mirrorFor = ([one, known]: readonly [Told, Known]): [ProviderTransaction, Mirror] => {
    const row = rowBy.get(one)!
    return [row, mirrorOf(row, foundBy.get(known)!)]
  }
  return {
    known: new Map([...surely, ...pairs].map(mirrorFor)),
    maybes: doubts.map(({ row, known }) => {
      const [of, mirror] = mirrorFor([row, known])
      return { row: of, mirror }
    }),
  }
}

function readTold(row: ProviderTransaction): Row {
  const { externalId, amount, bookedOn, status, mcc } = row
  return { externalId, amount, bookedOn, status, mcc, merchant: merchantOfRow(row) }
}

/** The first day and the last. */
function spanOf(rows: readonly ProviderTransaction[]): { first: Day; last: Day } {
  const days = rows.map(({ bookedOn }) => bookedOn)
  return {
    first: days.reduce((a, b) => (a < b ? a : b)),
    last: days.reduce((a, b) => (a > b ? a : b)),
  }
}

function mirrorOf(row: ProviderTransaction, { transactionId, status, ...known }: Found): Mirror {
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
