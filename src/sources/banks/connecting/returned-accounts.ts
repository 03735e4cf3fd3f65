import { sql } from 'kysely'
import { mayBe } from '#/sources/banks/connections/may-be.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import { findNamed } from '#/sources/banks/connections/find-returned.ts'
import { relink } from '#/sources/banks/sync/relink.ts'

type ReturnedAccount = {
  readonly id: string
  readonly connection_id: string
  readonly name: string
  readonly mask: string | null
  readonly institution_name: string | null
  readonly may_be: {
    readonly account_id: string
    readonly name: string
    readonly mask: string | null
  }
}

/** `GET /returned-accounts`: questions to the calling member; the operator sees all. */
export const listReturned: Act<typeof returnsApp.listReturned> = async ({ db, caller }) => {
  const { rows } = await sql<ReturnedAccount>`
    select p.id, c.id as connection_id, p.name, p.mask, i.name as institution_name,
      json_build_object('account_id', a.id, 'name', a.name, 'mask', a.mask) as may_be
    from provider_accounts p
    join connections c on c.household_id = ${caller.householdId} and c.id = p.connection_id
    left join connection_institutions i on i.household_id = ${caller.householdId}
      and i.connection_id = p.connection_id and i.external_id = p.institution_external_id
    join accounts a on a.household_id = ${caller.householdId} and a.id = ${mayBe(caller.householdId)}
    where p.household_id = ${caller.householdId}
      and (${caller.memberId}::uuid is null or c.member_id = ${caller.memberId})
    order by p.discovered_at, i.name, p.name, p.id`.execute(db)
  return rows
}

/** `POST /returned-accounts/{id}/join` */
export const joinReturned: Act<typeof returnsApp.joinReturned> = async (
  acting,
  { params, body },
) => {
  const { lost, found } = await requireNamed(acting, params.id, body.account_id)
  await relink(acting, lost, found)
  await audit(acting, { action: 'account.join', accountId: body.account_id, found: found.id })
  return { account_id: body.account_id, subscribed: true as const }
}

/** `POST /returned-accounts/{id}/keep-apart` */
export const keepApart: Act<typeof returnsApp.keepApart> = async (acting, { params, body }) => {
  const { found } = await requireNamed(acting, params.id, body.account_id)
  if (found.otherThan.includes(body.account_id)) return { success: true as const }
  await acting.db
    .updateTable('provider_accounts')
    .set({ other_than: [...found.otherThan, body.account_id] })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', found.id)
    .execute()
  await audit(acting, { action: 'account.keep_apart', accountId: body.account_id, found: found.id })
  return { success: true as const }
}

/** Throws `resource_not_found` unless the pair is possible, and `not_connection_owner` unless the caller may decide. */
async function requireNamed({ db, caller }: Acting, entryId: string, accountId: string) {
  const { householdId, memberId } = caller
  const entry = await db
    .selectFrom('provider_accounts as p')
    .innerJoin('connections as c', (join) =>
      join.on('c.household_id', '=', householdId).onRef('c.id', '=', 'p.connection_id'),
    )
    .select(['c.id', 'c.member_id'])
    .where('p.household_id', '=', householdId)
    .where('p.id', '=', entryId)
    .executeTakeFirst()
  if (!entry) throw notFound('id')
  if (memberId !== null && entry.member_id !== memberId) throw new Refusal('not_connection_owner')
  const named = await findNamed(db, { householdId, connectionId: entry.id, entryId, accountId })
  if (!named) throw notFound('account_id')
  return named
}

type Decision = { readonly action: string; readonly accountId: string; readonly found: string }

async function audit(acting: Acting, { action, accountId, found }: Decision): Promise<void> {
  const subject = { type: 'account', id: accountId } as const
  await recordChange(acting, { action, subject, before: null, after: { catalog_id: found } })
}
