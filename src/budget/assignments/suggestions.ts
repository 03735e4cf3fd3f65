import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { assignmentsApp } from './app-contract.ts'
import { decide, loadSubject } from './assign.ts'

/** Selects the open suggestions `s`: nobody has decided on the payment `t`, and the Expense `e` takes payments. */
export const openSuggestions = (householdId: string): RawBuilder<unknown> => sql`
  assignment_suggestions s
  join transactions t on t.household_id = ${householdId} and t.id = s.transaction_id
    and t.visible and t.expense_goal_id is null and t.splits is null and 'expense_goal_id' <> all (t.edited)
  join expenses e on e.household_id = ${householdId} and e.id = s.expense_id and e.archived_at is null
  where s.household_id = ${householdId} and s.answered_at is null`

/** `GET /assignment-suggestions` */
export const listAssignmentSuggestions: Act<
  typeof assignmentsApp.listAssignmentSuggestions
> = async ({ db, caller }) => {
  const { rows } = await sql<Answer<typeof assignmentsApp.listAssignmentSuggestions>[number]>`
    select s.id, json_build_object('id', t.id, 'concept', t.concept, 'amount', t.amount,
        'currency', t.currency, 'booked_at', t.booked_at, 'account_name', (select name from accounts a
          where a.household_id = ${caller.householdId} and a.id = t.account_id)) as transaction,
      json_build_object('id', e.id, 'name', e.name) as expense, s.why,
      to_char(s.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from ${openSuggestions(caller.householdId)}
    order by t.booked_at desc, s.created_at desc, s.id desc`.execute(db)
  return rows
}

/** `POST /assignment-suggestions/{id}/accept`: the payment is spent from the Expense, by a person's choice. */
export const acceptAssignmentSuggestion: Act<
  typeof assignmentsApp.acceptAssignmentSuggestion
> = async (acting, { params }) => {
  const { transactionId, expenseId } = await answer(acting, params.id, 'accepted')
  await decide(acting, await loadSubject(acting, transactionId), { expenseId })
  return { success: true as const }
}

/** `POST /assignment-suggestions/{id}/dismiss`: the payment stays free spending, and no such payment is suggested again. */
export const dismissAssignmentSuggestion: Act<
  typeof assignmentsApp.dismissAssignmentSuggestion
> = async (acting, { params }) => {
  await answer(acting, params.id, 'dismissed')
  return { success: true as const }
}

type Suggested = { readonly transactionId: string; readonly expenseId: string }
type Verb = 'accepted' | 'dismissed'

const actions = { accepted: 'transaction.accept_expense', dismissed: 'transaction.dismiss_expense' }

/** Answers an open suggestion. Every write holds the household's lock, so only the first of two answers finds it open. */
async function answer(acting: Acting, id: string, verb: Verb): Promise<Suggested> {
  const { db, caller, now } = acting
  const { rows } = await sql<Suggested>`
    update assignment_suggestions set answered_at = ${now()}, answer = ${verb}, member_id = ${caller.memberId}
    where household_id = ${caller.householdId} and id = ${id}
      and id in (select s.id from ${openSuggestions(caller.householdId)} and s.id = ${id})
    returning transaction_id as "transactionId", expense_id as "expenseId"`.execute(db)
  const [found] = rows
  if (!found) throw notFound('id')
  await recordChange(acting, {
    action: actions[verb],
    subject: { type: 'transaction', id: found.transactionId },
    before: { expense_goal_id: null },
    after: { expense_goal_id: verb === 'accepted' ? found.expenseId : null },
  })
  return found
}

/**
 * `POST /assignment-suggestions/{id}/restore`: takes an answer back. An accepted payment is free spending again, as if
 * nobody had decided on it. Throws `edit_conflict` if a person has decided otherwise since.
 */
export const restoreAssignmentSuggestion: Act<
  typeof assignmentsApp.restoreAssignmentSuggestion
> = async (acting, { params }) => {
  const { db, caller } = acting
  const { rows } = await sql<Suggested & { answer: Verb }>`
    select transaction_id as "transactionId", expense_id as "expenseId", answer
    from assignment_suggestions
    where household_id = ${caller.householdId} and id = ${params.id} and answered_at is not null`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw notFound('id')
  if (found.answer === 'accepted') await takeBack(acting, found)
  await db
    .updateTable('assignment_suggestions')
    .set({ answered_at: null, answer: null, member_id: null })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', params.id)
    .execute()
  await recordChange(acting, {
    action: 'transaction.restore_suggestion',
    subject: { type: 'transaction', id: found.transactionId },
    before: { expense_goal_id: found.answer === 'accepted' ? found.expenseId : null },
    after: { expense_goal_id: null },
  })
  return { success: true as const }
}

async function takeBack(acting: Acting, { transactionId, expenseId }: Suggested): Promise<void> {
  const before = await loadSubject(acting, transactionId)
  if (before.expenseId !== expenseId || before.parts !== null) {
    throw new Refusal('edit_conflict', {
      message: 'The payment is spent from something else since. Change it in its row.',
    })
  }
  await decide(acting, before, { expenseId: null, isUndone: true })
}
