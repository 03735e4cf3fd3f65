import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { addDays } from '#/core/values/day.ts'
import { isAlike } from './alike.ts'
import { type Known, MATCH_DAYS, matchPayments, type Told } from './match-payments.ts'
import { LATE_DAYS, type Mirror } from './mirror.ts'
import { merchantOfRow } from './read-row.ts'

/**
 * What rows with unknown ids were called before their account came back under another id: each with the mirror of its old
 * id, by what the bank itself said then. Nothing where the account never went, where its history is read already (what is
 * older still may come late), or where the ids of its rows have outlived its own. `listed` are all ids of the answer.
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
    join provider_transactions m on m.household_id = p.household_id and m.provider_account_id = p.id
    where p.household_id = ${caller.householdId} and p.id = ${entry.id}
      and (p.history <> 'live' or m.booked_on < p.live_since::date - ${LATE_DAYS}::int)
      and m.first_seen_at < p.relinked_at and m.removed_at is null
      and m.booked_on between ${addDays(days[0]!, -MATCH_DAYS)} and ${addDays(days.at(-1)!, MATCH_DAYS)}
    order by m.booked_on, m.external_id`.execute(db)
  if (found.length === 0 || found.some(({ externalId }) => listed.has(externalId))) return new Map()
  const mirrorOf = new Map<Known, Mirror>(
    found.map((mirror) => {
      const { transactionId, amount, bookedOn, merchant } = mirror
      const isSameSource = true
      const known = { transactionId, amount, bookedOn, merchants: [merchant], isSameSource }
      return [{ ...known, byDevices: false }, mirror]
    }),
  )
  const rowOf = new Map<Told, ProviderTransaction>(
    rows.map((row) => {
      const { externalId, amount, bookedOn } = row
      return [{ externalId, amount, bookedOn, merchant: merchantOfRow(row) }, row]
    }),
  )
  const pairs = matchPayments([...rowOf.keys()], [...mirrorOf.keys()])
  const surely = new Map(
    [...pairs].map(([told, known]) => [rowOf.get(told)!, mirrorOf.get(known)!]),
  )
  return new Map([...surely, ...pairCorrected(rows, found, surely)])
}

/**
 * What else is booked never goes, so of a day that is told anew, what is left on both sides and named alike is a payment whose
 * amount the bank has corrected meanwhile, where it is alone on either.
 */
function pairCorrected(
  rows: readonly ProviderTransaction[],
  mirrors: readonly Mirror[],
  surely: ReadonlyMap<ProviderTransaction, Mirror>,
): [ProviderTransaction, Mirror][] {
  const taken = new Set(surely.values())
  const told = rows.filter((row) => row.status === 'booked' && !surely.has(row))
  const known = mirrors.filter((one) => one.status === 'booked' && !taken.has(one))
  const fits = (row: ProviderTransaction, one: Mirror) =>
    row.bookedOn === one.bookedOn &&
    row.amount < 0 === one.amount < 0 &&
    isAlike(merchantOfRow(row), one.merchant)
  return told.flatMap((row): [ProviderTransaction, Mirror][] => {
    const [only, ...others] = known.filter((one) => fits(row, one))
    if (!only || others.length > 0) return []
    return told.filter((other) => fits(other, only)).length === 1 ? [[row, only]] : []
  })
}
