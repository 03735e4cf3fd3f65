import { sql } from 'kysely'
import { isUntouched } from './may-be.ts'
import type { Database } from '#/platform/database/database.ts'
import type { AccountRef } from '#/sources/provider/provider.ts'
import { mayBeSame, type Recognisable } from './recognise-accounts.ts'

/** An account of a catalog that may be one half of a pair: lost (gone, with rows) or found (new, without rows). */
export type Candidate = Recognisable & {
  readonly id: string
  readonly connectionId: string
  readonly institutionId: string
  readonly selected: boolean
  readonly isLost: boolean
}

/** Lost accounts, and the found accounts that may be the same under other ids. */
export type Returned = { readonly lost: readonly Candidate[]; readonly found: readonly Candidate[] }

/** Days during which a new account that nobody follows is compared with lost accounts. */
const NEW_DAYS = 3

type ConnectionKey = { readonly householdId: string; readonly connectionId: string }

/**
 * Finds new accounts of a connection that may be accounts which its owner had before, in the same catalog or at a
 * connection that has ended. Skips pairs of which nobody follows either account.
 */
export async function findReturned(
  db: Database,
  { now, ...key }: ConnectionKey & { readonly now: Temporal.Instant },
): Promise<Returned> {
  const { rows } = await sql<Candidate>`
    select * from (${candidates(key)}) candidates
    where "isLost" or (selected or "discoveredAt" > ${now.subtract({ hours: 24 * NEW_DAYS })})
    order by id`.execute(db)
  const lost = rows.filter((one) => one.isLost)
  const found = rows.filter((one) => !one.isLost)
  const fits = (one: Candidate, other: Candidate) =>
    mayBeSame(one, other) &&
    (other.selected || (one.selected && one.connectionId === other.connectionId))
  return {
    lost: lost.filter((one) => found.some((other) => fits(one, other))),
    found: found.filter((other) => lost.some((one) => fits(one, other))),
  }
}

/**
 * Finds the pair that a person names: an entry of a catalog, and an account from before. Returns null unless the first
 * is new, the second is lost, and both have the same currency.
 */
export async function findNamed(
  db: Database,
  {
    entryId,
    accountId,
    ...key
  }: ConnectionKey & { readonly entryId: string; readonly accountId: string },
): Promise<{ readonly lost: Candidate; readonly found: Candidate } | null> {
  const { rows } = await sql<Candidate>`
    select * from (${candidates(key)}) candidates
    where case when "isLost" then "accountId" = ${accountId} else id = ${entryId} end`.execute(db)
  const lost = rows.find((one) => one.isLost)
  const found = rows.find((one) => !one.isLost)
  return lost && found && lost.currency === found.currency ? { lost, found } : null
}

export function refOf({ institutionId, externalId }: Candidate): AccountRef {
  return { institutionId, externalId }
}

// Selects candidates: an account is lost when its catalog no longer lists it, or its connection has ended. It is new
// while it has no imported rows and nobody has begun to use it.
function candidates({ householdId, connectionId }: ConnectionKey) {
  return sql`
    select p.id, p.connection_id as "connectionId", p.institution_external_id as "institutionId",
      p.external_id as "externalId", p.account_id as "accountId", p.selected, p.name, p.currency, p.type, p.mask, p.balance,
      p.persistent_id as "persistentId", coalesce(p.other_than, '{}') as "otherThan",
      coalesce(i.name, '') as institution, p.discovered_at as "discoveredAt",
      seen.has_rows as "isLost"
    from connections own
    join connections c on c.household_id = ${householdId} and c.provider = own.provider
      and c.member_id = own.member_id
    join provider_accounts p on p.household_id = ${householdId} and p.connection_id = c.id
    left join connection_institutions i on i.household_id = ${householdId}
      and i.connection_id = p.connection_id and i.external_id = p.institution_external_id
    cross join lateral (select exists (
      select 1 from provider_transactions m
      where m.household_id = ${householdId} and m.provider_account_id = p.id) as has_rows) seen
    where own.household_id = ${householdId} and own.id = ${connectionId}
      and case when seen.has_rows then p.account_id is not null
          and (not p.available or c.status in ('disconnected', 'revoked'))
        else p.connection_id = own.id and p.available and ${isUntouched(householdId)} end`
}
