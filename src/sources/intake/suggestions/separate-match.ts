import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { restoreHeld } from '#/budget/assignments/held.ts'
import { pairTransfers, unpairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { type StoredSettlement, storeSettlements } from '#/budget/assignments/settlements.ts'
import { resettle, subjectOf } from '#/budget/assignments/settle.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { matchesApp } from './app-contract.ts'
import { type Joined, loadHeld, loadVersion, type Version } from './joined-match.ts'

type Accepted = {
  readonly id: string
  readonly pendingId: string
  readonly bookedId: string
  readonly acceptedAt: Temporal.Instant
  readonly joined: Joined
}

/**
 * `POST /match-suggestions/{id}/separate`: separates two joined payments. Both get back their fields, their Expenses and
 * the money in them. Later changes are kept: a person's on the first payment, the bank's on the booking. A booking that
 * its bank has removed since stays deleted.
 */
export const separateMatchedPayments: Act<typeof matchesApp.separateMatchedPayments> = async (
  acting,
  { params },
) => {
  const accepted = await findAccepted(acting, params.id)
  const { pendingId, bookedId, joined } = accepted
  const now = await loadVersion(acting, pendingId)
  if (now.edited.includes('deleted_at')) throw notFound('id')
  if (now.splits !== null) {
    throw new Refusal('edit_conflict', {
      message: 'This payment is split. Join its parts before separating it.',
      detail: { name: 'transaction_split' },
    })
  }
  const { first, second } = separate(joined, now, await whenRemoved(acting, accepted))
  const isAsItWas =
    isDeepStrictEqual(
      { ...now, edited: null },
      { ...withAllFields(joined.merged), edited: null },
    ) &&
    !joined.first.isTransfer &&
    !joined.second.isTransfer
  const ids = joined.heldBefore.map(({ id }) => id)
  const isExact = isAsItWas && isDeepStrictEqual(await loadHeld(acting, [], ids), joined.heldAfter)
  if (!isExact && now.deleted_at === null)
    await resettle(acting, await loadSubject(acting, pendingId), null)
  await storeVersion(acting, pendingId, first)
  await storeVersion(acting, bookedId, second)
  if (isExact) await restoreHoldings(acting, accepted)
  else {
    if (first.deleted_at === null)
      await resettle(acting, null, await loadSubject(acting, pendingId))
    if (second.deleted_at === null)
      await resettle(acting, null, await loadSubject(acting, bookedId))
  }
  await separateMirrors(acting, accepted)
  await acting.db
    .updateTable('match_suggestions')
    .set({ accepted_at: null, joined: null })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', params.id)
    .execute()
  await unpairTransfers(acting)
  await pairTransfers(acting)
  return { success: true as const }
}

/** Adds the fields that versions of older releases lack. */
function withAllFields(version: Version): Version {
  const { splits = null, expense_why = null } = version as Partial<Version>
  return { ...version, splits, expense_why }
}

/** Loads a joined pair, unless either payment has been joined with another since. Throws `resource_not_found`. */
async function findAccepted({ db, caller }: Acting, id: string): Promise<Accepted> {
  const { rows } = await sql<Accepted>`
    select s.id, s.pending_id as "pendingId", s.booked_id as "bookedId", s.accepted_at as "acceptedAt", s.joined
    from match_suggestions s
    where s.household_id = ${caller.householdId} and s.id = ${id} and s.joined is not null
      and not exists (select 1 from match_suggestions o
        where o.household_id = ${caller.householdId} and o.id <> s.id and o.accepted_at >= s.accepted_at
          and (o.pending_id in (s.pending_id, s.booked_id) or o.booked_id in (s.pending_id, s.booked_id)))`.execute(
    db,
  )
  if (!rows[0]) throw notFound('id')
  return rows[0]
}

/** Returns the time when the bank removed its booking; null if it still lists it. */
async function whenRemoved(
  { db, caller }: Acting,
  { pendingId, joined }: Accepted,
): Promise<string | null> {
  const known = joined.mirrors.filter(({ removed_at: gone }) => gone !== null)
  const firsts = joined.mirrors.filter(({ transaction_id: id }) => id === pendingId)
  const { rows } = await sql<{ at: string | null }>`
    select case when bool_and(m.removed_at is not null) then max(m.removed_at)::text end as at
    from provider_transactions m
    where m.household_id = ${caller.householdId} and m.transaction_id = ${pendingId}
      and (m.provider_account_id, m.external_id) not in (
        select k.provider_account_id, k.external_id
        from jsonb_to_recordset(${JSON.stringify([...known, ...firsts])}::jsonb)
          as k (provider_account_id uuid, external_id text))`.execute(db)
  return rows[0]?.at ?? null
}

const fields = [
  'amount',
  'booked_at',
  'type',
  'concept',
  'category_id',
  'notes',
  'expense_goal_id',
  'status',
] as const
type Field = (typeof fields)[number]

/** Fields that only people set. */
const ofPeople: readonly Field[] = ['notes', 'expense_goal_id']

/** Fields that change together with another one. */
const goesWith: Partial<Record<Field, readonly (keyof Version)[]>> = {
  concept: ['original_concept', 'merchant'],
  category_id: ['category_why'],
  expense_goal_id: ['expense_why'],
}

/** Computes both payments from their stored versions and the later changes of the joined one. */
function separate({ first, second, merged }: Joined, now: Version, removedAt: string | null) {
  const since = { first: {} as Partial<Version>, second: {} as Partial<Version> }
  for (const field of fields) {
    if (now[field] === merged[field]) continue
    const isOwn = ofPeople.includes(field) || now.edited.includes(field)
    const names: readonly (keyof Version)[] = [field, ...(goesWith[field] ?? [])]
    const said = Object.fromEntries(names.map((name) => [name, now[name]]))
    Object.assign(isOwn ? since.first : since.second, said)
  }
  const confirmed = now.edited.filter((field) => !merged.edited.includes(field))
  return {
    first: {
      ...first,
      ...since.first,
      edited: [...new Set([...first.edited, ...confirmed])].toSorted(),
    },
    second: { ...second, ...since.second, deleted_at: now.deleted_at ?? removedAt },
  }
}

/** Stores a version. An Expense that has been archived meanwhile is left out. */
async function storeVersion(
  { db, caller, now, revision }: Acting,
  id: string,
  version: Version,
): Promise<void> {
  await sql`
    update transactions t set amount = ${version.amount}, booked_at = ${version.booked_at},
      type = ${version.type}, concept = ${version.concept}, original_concept = ${version.original_concept},
      merchant = ${version.merchant}, category_id = (select c.id from categories c
        where c.household_id = ${caller.householdId} and c.id = ${version.category_id}::uuid),
      category_why = ${version.category_why === null ? null : JSON.stringify(version.category_why)}::jsonb,
      notes = ${version.notes}, status = ${version.status}, edited = ${version.edited}::text[],
      deleted_at = ${version.deleted_at}::timestamptz,
      expense_goal_id = (select e.id from expenses e where e.household_id = ${caller.householdId}
        and e.id = ${version.expense_goal_id}::uuid and e.archived_at is null),
      expense_why = (select ${version.expense_why == null ? null : JSON.stringify(version.expense_why)}::jsonb
        from expenses e where e.household_id = ${caller.householdId}
          and e.id = ${version.expense_goal_id}::uuid and e.archived_at is null),
      hidden = (select a.hidden from accounts a
        where a.household_id = ${caller.householdId} and a.id = t.account_id),
      revision = ${revision}, updated_at = ${now()}
    where t.household_id = ${caller.householdId} and t.id = ${id}`.execute(db)
}

/** Restores the Expenses lane by lane. Only correct if no money has moved in them since. */
async function restoreHoldings(
  acting: Acting,
  { pendingId, bookedId, joined }: Accepted,
): Promise<void> {
  await restoreHeld(acting, joined.heldBefore, pendingId)
  await storeSettlements(acting, [
    { id: pendingId, settlements: settlementsOf(joined.first), replaced: 1 },
    { id: bookedId, settlements: settlementsOf(joined.second), replaced: 1 },
  ])
}

function settlementsOf({ settled }: Version): StoredSettlement[] {
  if (settled === null) return []
  const { expense_id: expenseId, card_expense_id: cardExpenseId, settlement } = settled
  return [{ expenseId, cardExpenseId, settlement }]
}

/**
 * Points each mirror to its own payment again. Mirrors added since go to the booking if they come from a bank, else to
 * the first payment.
 */
async function separateMirrors(
  { db, caller }: Acting,
  { pendingId, bookedId, acceptedAt, joined }: Accepted,
): Promise<void> {
  await sql`
    update provider_transactions m set transaction_id = case
        when k.transaction_id is not null then k.transaction_id
        when e.connection_id is not null then ${bookedId}::uuid
        else ${pendingId}::uuid end,
      -- Joining made a tombstone of it.
      removed_at = case when k.transaction_id = ${pendingId}::uuid and m.removed_at = ${acceptedAt}
        then k.removed_at else m.removed_at end
    from provider_transactions o
    join provider_accounts e on e.household_id = ${caller.householdId} and e.id = o.provider_account_id
    left join jsonb_to_recordset(${JSON.stringify(joined.mirrors)}::jsonb) as k (provider_account_id uuid,
        external_id text, transaction_id uuid, removed_at timestamptz)
      on k.provider_account_id = o.provider_account_id and k.external_id = o.external_id
    where m.household_id = ${caller.householdId} and m.transaction_id = ${pendingId}
      and o.household_id = ${caller.householdId}
      and (o.household_id, o.provider_account_id, o.external_id)
        = (m.household_id, m.provider_account_id, m.external_id)`.execute(db)
}

async function loadSubject({ db, caller }: Acting, id: string) {
  const row = await db
    .selectFrom('transactions')
    .selectAll()
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return subjectOf(row)
}
