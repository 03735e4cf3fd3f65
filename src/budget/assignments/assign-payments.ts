import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import {
  loadEvidence,
  loadEvidenceOf,
  loadSought,
  loadStrays,
  type Unassigned,
} from './load-evidence.ts'
import { chooseExpense, type Verdict } from '#/budget/assignments/rules/choose-expense.ts'
import { type Evidence, evidenceOf, type Facts } from '#/budget/assignments/rules/evidence.ts'
import { loadRuled, loadRules } from './load-ruled.ts'
import { resettleAll } from './settle.ts'

/** Payments that are stored together. */
const CHUNK = 1000

/**
 * Finds the Expenses of the payments that this write has imported or changed, once transfers are paired. Sure ones are
 * assigned at once, in the order of booking; unsure ones wait for a person as suggestions; the rest is free spending. Payments
 * that a person has decided on stay, and so does history.
 */
export async function assignPayments(writer: WriteContext): Promise<void> {
  const sought = await loadSought(writer)
  if (sought === null) return
  const ruled = await loadRuled(writer, sought.rules)
  const found = await loadEvidence(writer, sought, { ruled })
  const judged = found ? await judge(writer, found.payments, found.facts) : []
  await store(writer, judged)
  if (sought.isWaiting) await dropOutdated(writer, judged)
}

/**
 * As `assignPayments`, for payments that a program or a person has recorded: by rules, choices and payees alone, and by
 * one statement if there is nothing to do and no rule names an Expense. Returns the ids of the payments that it assigned.
 */
export async function assignRecorded(
  writer: WriteContext,
  { merchants, hasRules }: { readonly merchants: readonly string[]; readonly hasRules: boolean },
): Promise<string[]> {
  const ruled = await loadRuled(writer, hasRules ? await loadRules(writer) : [])
  const found = await loadEvidenceOf(writer, merchants, ruled)
  if (found === null) return []
  const judged = await judge(writer, found.payments, found.facts)
  await store(writer, judged)
  return judged.flatMap(({ payment, verdict }) => (verdict.isSure ? payment.id : []))
}

/** Payments with their verdicts. */
type Judged = { readonly payment: Unassigned; readonly verdict: Verdict }

export async function judge(
  writer: WriteContext,
  payments: readonly Unassigned[],
  facts: Facts,
): Promise<Judged[]> {
  const unclear = findUnclear(payments, facts)
  const strays = unclear.length > 0 ? await loadStrays(writer, unclear) : null
  const evidence = evidenceOf({ ...facts, strays })
  return payments.flatMap((payment) => {
    const verdict = chooseExpense(payment, evidence)
    if (verdict?.isSure) evidence.add({ ...payment, expenseId: verdict.expenseId })
    return verdict ? { payment, verdict } : []
  })
}

/** Finds imported payments whose outcome depends on what else their payees were paid for. */
function findUnclear(payments: readonly Unassigned[], facts: Facts): Unassigned[] {
  const evidence = evidenceOf(facts)
  const generous: Evidence = { ...evidence, isOnlyFor: () => true, freeOf: () => [] }
  return payments.filter((payment) => {
    if (payment.isRecorded) return false
    const [strict, lax] = [chooseExpense(payment, evidence), chooseExpense(payment, generous)]
    return strict?.isSure !== lax?.isSure || strict?.expenseId !== lax?.expenseId
  })
}

async function store(writer: WriteContext, judged: readonly Judged[]): Promise<void> {
  const sure = judged.filter(({ verdict }) => verdict.isSure)
  for (let start = 0; start < sure.length; start += CHUNK) {
    await assign(writer, sure.slice(start, start + CHUNK))
  }
  await storeSuggestions(
    writer,
    judged.filter(({ verdict }) => !verdict.isSure),
  )
}

async function assign(writer: WriteContext, sure: readonly Judged[]): Promise<void> {
  const given = sure.map(({ payment, verdict }) => ({
    id: payment.id,
    expense_id: verdict.expenseId,
    why: verdict.why,
  }))
  await sql`
    update transactions t set expense_goal_id = g.expense_id, expense_why = g.why
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, expense_id uuid, why jsonb)
    where t.household_id = ${writer.caller.householdId} and t.id = g.id`.execute(writer.db)
  await resettleAll(
    writer,
    sure.map(({ payment, verdict }) => {
      const before = { ...payment, expenseId: null }
      return { before, after: { ...before, expenseId: verdict.expenseId } }
    }),
  )
}

/** Removes open suggestions of payments that this write has changed and that are judged otherwise now. */
async function dropOutdated(writer: WriteContext, judged: readonly Judged[]): Promise<void> {
  const unsure = judged.filter(({ verdict }) => !verdict.isSure)
  await sql`
    delete from assignment_suggestions s using transactions t
    where s.household_id = ${writer.caller.householdId} and s.answered_at is null
      and t.household_id = ${writer.caller.householdId} and t.id = s.transaction_id
      and t.revision = ${writer.revision} and t.revision >= 0
      and (s.transaction_id, s.expense_id) not in (
        select transaction_id, expense_id from jsonb_to_recordset(${JSON.stringify(
          unsure.map(({ payment, verdict }) => {
            return { transaction_id: payment.id, expense_id: verdict.expenseId }
          }),
        )}::jsonb) as g (transaction_id uuid, expense_id uuid))`.execute(writer.db)
}

/** Stores suggestions, each payment and Expense once: a repeated import asks nobody twice. */
async function storeSuggestions(writer: WriteContext, unsure: readonly Judged[]): Promise<void> {
  const { householdId } = writer.caller
  const given = unsure.map(({ payment, verdict }) => ({
    id: writer.newId(),
    transaction_id: payment.id,
    expense_id: verdict.expenseId,
    why: verdict.why,
  }))
  if (given.length === 0) return
  await sql`
    insert into assignment_suggestions (household_id, id, transaction_id, expense_id, why, created_at)
    select ${householdId}, id, transaction_id, expense_id, why, ${writer.now()}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (id uuid, transaction_id uuid, expense_id uuid, why jsonb)
    on conflict (household_id, transaction_id, expense_id) do update set why = excluded.why
      where assignment_suggestions.answered_at is null`.execute(writer.db)
}
