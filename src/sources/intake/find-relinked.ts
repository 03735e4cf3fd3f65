import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { addDays } from '#/core/values/day.ts'
import { isAlike } from './alike.ts'
import { MATCH_DAYS, matchPayments, policies } from './match-payments.ts'
import { LATE_DAYS, type Mirror } from './mirror.ts'
import { merchantOfRow, paymentOf } from './read-row.ts'

/**
 * Finds the old mirrors of rows whose account came back under another id, from what the bank itself listed then. Returns
 * nothing if the account never went away, if its history has been read already (rows older than that may come late),
 * or if the bank kept the rows' ids. `rows` have unknown ids; `listed` are all ids of the answer.
 */
export async function findRelinked(
  { db, caller }: ReadContext,
  entry: FollowedEntry,
  { rows, listed }: { readonly rows: readonly ProviderTransaction[]; readonly listed: Set<string> },
): Promise<ReadonlyMap<ProviderTransaction, Mirror>> {
  if (rows.length === 0) return new Map()
  const days = rows.map(({ bookedOn }) => bookedOn).toSorted()
  const { rows: found } = await sql<Mirror>`
    select m.external_id as "externalId", m.status, m.amount, m.booked_on as "bookedOn", m.merchant,
      m.content_hash as "contentHash", false as "isClaimed", null as deleted,
      m.transaction_id as "transactionId"
    from provider_accounts p
    join provider_transactions m on m.household_id = ${caller.householdId} and m.provider_account_id = p.id
    where p.household_id = ${caller.householdId} and p.id = ${entry.id}
      and (p.history <> 'live' or m.booked_on < p.live_since::date - ${LATE_DAYS}::int)
      and m.first_seen_at < p.relinked_at and m.removed_at is null
      and m.booked_on between ${addDays(days[0]!, -MATCH_DAYS)} and ${addDays(days.at(-1)!, MATCH_DAYS)}
    order by m.booked_on, m.external_id`.execute(db)
  if (found.length === 0 || found.some(({ externalId }) => listed.has(externalId))) return new Map()
  const known = found.map((mirror) => ({ ...mirror, mirror, merchants: [mirror.merchant] }))
  const { pairs } = matchPayments(rows.map(paymentOf), known, policies.relinked)
  const matched = new Map([...pairs].map(([{ row }, { mirror }]) => [row, mirror]))
  return new Map([...matched, ...pairCorrected(rows, found, matched)])
}

/**
 * Pairs bookings whose amount the bank has corrected meanwhile. Bookings never disappear, so when a day is listed again
 * and one booking of a merchant is left over on each side, both are the same payment.
 */
function pairCorrected(
  rows: readonly ProviderTransaction[],
  mirrors: readonly Mirror[],
  matched: ReadonlyMap<ProviderTransaction, Mirror>,
): [ProviderTransaction, Mirror][] {
  const taken = new Set(matched.values())
  const left = rows.filter((row) => row.status === 'booked' && !matched.has(row))
  const known = mirrors.filter((one) => one.status === 'booked' && !taken.has(one))
  const fits = (row: ProviderTransaction, one: Mirror) =>
    row.bookedOn === one.bookedOn &&
    row.amount < 0 === one.amount < 0 &&
    isAlike(merchantOfRow(row), one.merchant)
  return left.flatMap((row): [ProviderTransaction, Mirror][] => {
    const [only, ...others] = known.filter((one) => fits(row, one))
    if (!only || others.length > 0) return []
    return left.filter((other) => fits(other, only)).length === 1 ? [[row, only]] : []
  })
}
