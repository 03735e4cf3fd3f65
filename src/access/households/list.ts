import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Plan, StoredStanding } from './standing.ts'

type ListedMember = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'member'
}

export type ListedHousehold = {
  readonly id: string
  readonly name: string
  readonly kind: 'personal' | 'joint'
  readonly plan: Plan
  readonly standing: StoredStanding
  readonly timezone: string
  readonly currency: string
  readonly members: readonly ListedMember[]
  readonly created_at: string
}

/** Lists every household of this instance, oldest first. Only for the operator. */
export async function listHouseholds(runtime: Runtime): Promise<ListedHousehold[]> {
  const { rows } = await sql<
    Omit<ListedHousehold, 'created_at' | 'members'> & { created_at: Temporal.Instant }
  >`
    select household_id as id, name, kind, plan, standing, timezone, currency, created_at
    from households order by created_at, household_id`.execute(runtime.db)
  const { rows: members } = await sql<ListedMember & { readonly household_id: string }>`
    select household_id, id, name, email, role from members
    where removed_at is null order by created_at, id`.execute(runtime.db)
  const byHousehold = Map.groupBy(members, (member) => member.household_id)
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    members: (byHousehold.get(row.id) ?? []).map(({ id, name, email, role }) => {
      return { id, name, email, role }
    }),
    created_at: writeInstant(created_at),
  }))
}
