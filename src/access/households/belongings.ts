import { sql } from 'kysely'
import { type Author, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { endWaysIn, findWaysIn, type WaysIn } from './ways-in.ts'

type Webhook = { readonly id: string; readonly name: string; readonly host: string }
type Connection = { readonly id: string; readonly name: string | null }

/** A member's keys, devices, invitations, webhooks and bank connections. Only `connections` stay when the member goes. */
export type Belongings = {
  readonly ways: WaysIn
  readonly webhooks: readonly Webhook[]
  readonly connections: readonly Connection[]
}

/** Selects the name of the connection `c`: its banks, or null. */
export const connectionName = (householdId: string) => sql<string | null>`(
  select string_agg(distinct i.name, ', ') from connection_institutions i
  where i.household_id = ${householdId} and i.connection_id = c.id)`

type Holder = { readonly householdId: string; readonly memberId: string }

/** Finds the belongings of a member, including devices and invitations that they made for others. */
export async function findBelongings(
  runtime: Pick<Runtime, 'db' | 'now'>,
  { householdId, memberId }: Holder,
): Promise<Belongings> {
  const { db } = runtime
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'host'])
    .where('household_id', '=', householdId)
    .where('member_id', '=', memberId)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { rows: connections } = await sql<Connection>`
    select c.id, ${connectionName(householdId)} as name from connections c
    where c.household_id = ${householdId} and c.member_id = ${memberId} and c.status <> 'disconnected'
    order by c.created_at, c.id`.execute(db)
  return {
    ways: await findWaysIn(runtime, { householdId, memberId }),
    // A row of an earlier version has its URL in clear, and no host yet.
    webhooks: webhooks.map(({ id, name, url, host }) => ({
      id,
      name,
      host: host ?? new URL(url!).host,
    })),
    connections,
  }
}

/** Ends a member's ways in and webhooks. Call it under the household's lock, before the member is removed. */
export async function endBelongings(
  runtime: Pick<Runtime, 'db' | 'now' | 'newId'>,
  { householdId, author, of }: { householdId: string; author: Author; of: Belongings },
): Promise<void> {
  await endWaysIn(runtime, { householdId, author, ways: of.ways })
  for (const { id } of of.webhooks) {
    await sql`
      update webhooks set enabled = false, paused_reason = 'user', epoch = epoch + 1,
        updated_at = ${runtime.now()}
      where household_id = ${householdId} and id = ${id}`.execute(runtime.db)
    await recordChange(
      { ...runtime, caller: { householdId, ...author } },
      {
        action: 'webhook.change',
        subject: { type: 'webhook', id },
        before: { enabled: true },
        after: { enabled: false },
      },
    )
  }
}
