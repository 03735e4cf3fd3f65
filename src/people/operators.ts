import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

// People who see how the instance is kept. The right opens no household, no backup and no key: the operator's shell does that.

export type Operator = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly since: Temporal.Instant
}

export async function addOperator(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  personId: string,
): Promise<void> {
  await sql`insert into operators (person_id, since) values (${personId}, ${now()}) on conflict do nothing`.execute(
    db,
  )
}

/** Returns false if the person was none. */
export async function removeOperator(
  { db }: Pick<Runtime, 'db'>,
  personId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('operators')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listOperators({ db }: Pick<Runtime, 'db'>): Promise<readonly Operator[]> {
  const { rows } = await sql<Operator>`
    select p.id, p.name, p.email, o.since from operators o join persons p on p.id = o.person_id
    order by o.since, p.id`.execute(db)
  return rows
}

/** Throws `operator_required` for everybody else. */
export async function requireOperator(
  { db }: Pick<Runtime, 'db'>,
  personId: string,
): Promise<void> {
  const found = await db
    .selectFrom('operators')
    .select('person_id')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!found) throw new Refusal('operator_required')
}
