import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Plan, StoredStanding } from './standing.ts'

export type ListedHousehold = {
  readonly id: string
  readonly name: string
  readonly kind: 'personal' | 'joint'
  readonly plan: Plan
  readonly standing: StoredStanding
  readonly timezone: string
  readonly currency: string
  readonly members: readonly {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly role: 'owner' | 'member'
  }[]
  readonly created_at: string
}

/** Lists every household of this instance, oldest first. Only for the operator. */
export async function listHouseholds(runtime: Runtime): Promise<ListedHousehold[]> {
  const { rows } = await sql<
    Omit<ListedHousehold, 'created_at'> & { created_at: Temporal.Instant }
  >`
    select h.household_id as id, h.name, h.kind, h.plan, h.standing, h.timezone, h.currency,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name, 'email', m.email,
          'role', m.role) order by m.created_at, m.id)
        from members m where m.household_id = h.household_id and m.removed_at is null), '[]') as members,
      h.created_at
    from households h order by h.created_at, h.household_id`.execute(runtime.db)
  return rows.map((row) => ({ ...row, created_at: writeInstant(row.created_at) }))
}
