import { sql } from 'kysely'
import { fold } from '#/core/values/fold.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

type Renamed = { readonly from: string; readonly to: string }

/** Keeps proposals dismissed whose payee has another name now. */
export async function renameDismissed(
  { db, caller }: WriteContext,
  names: readonly Renamed[],
): Promise<void> {
  const pairs = names.filter(({ from, to }) => fold(from) !== fold(to) && fold(to) !== '')
  if (pairs.length === 0) return
  await sql`
    insert into dismissed_proposals (household_id, kind, payee, amount, dismissed_at)
    select distinct on (d.kind, r.to_name, d.amount) ${caller.householdId}::uuid, d.kind, r.to_name, d.amount, d.dismissed_at
    from dismissed_proposals d
    join unnest(${pairs.map(({ from }) => fold(from))}::text[], ${pairs.map(({ to }) => fold(to))}::text[])
      r (from_name, to_name) on r.from_name = d.payee
    where d.household_id = ${caller.householdId}
    order by d.kind, r.to_name, d.amount, d.dismissed_at
    on conflict do nothing`.execute(db)
}
