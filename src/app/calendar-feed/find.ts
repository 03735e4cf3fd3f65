import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Plan, Standing } from '#/access/households/standing.ts'
import type { Token } from '#/access/keys/token.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A feed with all that decides what its address answers. */
export type FoundFeed = {
  readonly id: string
  readonly household_id: string
  readonly member_id: string
  /** True if it was revoked, or its member has left. */
  readonly ended: boolean
  /** True while the operator keeps the member out. */
  readonly locked: boolean
  readonly plan: Plan
  readonly standing: Standing
  readonly zone: string
  readonly currency: string
  /** Changes with everything that the calendar says, except the day. */
  readonly state: string
}

/** Minutes after which a read is noted again. */
const NOTED_MINUTES = 1

/** Finds the feed of an address by its public part, and compares the digests in a time that says nothing about them. */
export async function findFeed(
  { db }: Pick<Runtime, 'db'>,
  token: Token,
): Promise<FoundFeed | null> {
  const known = await db
    .selectFrom('calendar_feed_lookup')
    .select(['household_id', 'feed_id'])
    .where('public_id', '=', token.publicId)
    .executeTakeFirst()
  const householdId = known?.household_id ?? null
  const { rows } = await sql<FoundFeed & { digest: Buffer }>`
    select f.id, f.household_id, f.member_id, f.digest, h.plan, h.standing, h.timezone as zone,
      h.currency, f.revoked_at is not null or m.removed_at is not null as ended,
      m.locked_at is not null as locked,
      concat_ws(' ', h.revision, h.processed_through, h.timezone, h.currency, h.locale) as state
    from calendar_feeds f
    join members m on m.household_id = ${householdId} and m.id = f.member_id
    join households h on h.household_id = ${householdId}
    where f.household_id = ${householdId} and f.id = ${known?.feed_id ?? null}`.execute(db)
  const [row] = rows
  // Without a row it compares as well, so that an address costs the same whether its public part is known or not.
  const isSecret = timingSafeEqual(row?.digest ?? Buffer.alloc(token.digest.length), token.digest)
  if (!row || !isSecret) return null
  const { digest: _digest, ...feed } = row
  return feed
}

/** Notes when the feed was read last, to the minute. */
export async function noteRead(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  { household_id, id }: Pick<FoundFeed, 'household_id' | 'id'>,
): Promise<void> {
  const at = now()
  await sql`
    update calendar_feeds set last_read_at = ${at}
    where household_id = ${household_id} and id = ${id}
      and (last_read_at is null or last_read_at < ${at.subtract({ minutes: NOTED_MINUTES })})`.execute(
    db,
  )
}
