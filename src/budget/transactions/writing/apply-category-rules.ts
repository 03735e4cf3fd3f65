import { sql } from 'kysely'
import type { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import type { Why } from '#/budget/categories/choose.ts'
import type { ProviderCategory } from '#/budget/categories/provider-codes.ts'
import { findRules, type Rule } from '#/budget/categories/rule.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { Day } from '#/core/values/day.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { type Amend, categorise, type Categorised } from './categorise.ts'
import { mayFit } from '#/budget/categories/may-fit.ts'
import { resettleAll } from '#/budget/assignments/settle.ts'

/** The most transactions in memory at once. */
const CHUNK = 5000

/**
 * `POST /category-rules/apply`: names and categorises existing transactions again, by the current rules and choices.
 * Fields that a person has set stay, and so do categories from a provider or a merchant code if no rule or choice
 * applies.
 */
export const applyCategoryRules: Act<typeof categoryRulesApp.applyCategoryRules> = async (
  acting,
  { body },
) => {
  const rule = body.rule_id === undefined ? null : await findRule(acting, body.rule_id)
  let changed = 0
  await eachChunk(acting, rule, async (rows) => {
    changed += await fileRows(acting, rows)
  })
  return { changed }
}

/** Throws `resource_not_found`. */
async function findRule(acting: Acting, id: string): Promise<Rule> {
  const rule = await findRecord(acting, 'category_rules', { id, param: 'rule_id' })
  return {
    id,
    match: rule.match,
    text: rule.text,
    direction: rule.direction,
    minAmount: rule.min_amount,
    maxAmount: rule.max_amount,
    accountId: rule.account_id,
    categoryId: rule.category_id,
    concept: rule.concept,
    expenseId: rule.expense_id,
  }
}

/** Passes the transactions that a rule fits, or all that rules may change, to `take`, in chunks. */
export async function eachChunk(
  acting: Acting,
  rule: Rule | null,
  take: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const find = rule && findRules([rule])
  for (let last: string | null = null; ;) {
    const rows: Row[] = await loadRows(acting, { rule, last })
    await take(find ? rows.filter((row) => find(row).length > 0) : rows)
    last = rows.at(-1)?.id ?? null
    if (rows.length < CHUNK) return
  }
}

type Row = {
  readonly id: string
  readonly accountId: string
  readonly concept: string
  readonly descriptor: string
  readonly merchant: string
  readonly amount: number
  readonly type: Categorised['type']
  readonly booked: Day
  readonly categoryId: string | null
  readonly why: Why | null
  readonly expenseId: string | null
  readonly history: boolean
  /** A person has named it. */
  readonly isNamed: boolean
  /** A person has set the type, or it is a paired transfer. */
  readonly isTyped: boolean
  /** The evidence that its source gave. */
  readonly mcc: string | null
  readonly providerCategory: ProviderCategory | null
}

type Part = { readonly rule: Rule | null; readonly last: string | null }

/**
 * Loads imported transactions without a category of a person that the rule may fit, ordered by id, after `last`. Split ones
 * have been categorised by a person.
 */
async function loadRows({ db, caller }: Acting, { rule, last }: Part): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, account_id as "accountId", concept, coalesce(original_concept, concept) as descriptor,
      merchant, amount, type, booked_at as booked, category_id as "categoryId", category_why as why,
      expense_goal_id as "expenseId", history, 'concept' = any(edited) as "isNamed",
      'type' = any(edited) or exists (select 1 from account_transfers p
        where p.household_id = ${caller.householdId} and transactions.id in (p.out_id, p.in_id)) as "isTyped",
      said.mcc, said.category as "providerCategory"
    from transactions
    left join lateral (
      select m.mcc, m.category from provider_transactions m
      where m.household_id = ${caller.householdId} and m.transaction_id = transactions.id
        and (m.mcc is not null or m.category is not null)
      order by m.first_seen_at desc, m.external_id limit 1
    ) said on true
    where transactions.household_id = ${caller.householdId} and ${rule ? mayFit(rule) : sql`true`}
      and visible and provider <> 'manual' and splits is null
      and 'category_id' <> all (edited) and (category_id is null or category_why is not null)
      and (${last}::uuid is null or id > ${last}::uuid)
    order by id limit ${CHUNK}`.execute(db)
  return rows
}

type Refiled = { readonly row: Row; readonly filed: Categorised }

/** Categorises rows again and returns those that would change. Writes nothing. */
export async function reconsider(
  { db, caller }: Acting,
  rows: readonly Row[],
  amend?: Amend,
): Promise<Refiled[]> {
  const filed = await categorise(db, { householdId: caller.householdId, payments: rows, amend })
  return rows.flatMap((row, index) => {
    const kept = keepOwn(row, filed[index]!)
    return isChanged(row, kept) ? [{ row, filed: kept }] : []
  })
}

/** Categorises rows again and stores what changes. Returns the number of changed rows. */
export async function fileRows(acting: Acting, rows: readonly Row[]): Promise<number> {
  const changed = await reconsider(acting, rows)
  if (changed.length > 0) await store(acting, changed)
  const retyped = changed.filter(({ row, filed }) => row.type !== filed.type)
  await resettleAll(
    acting,
    retyped.map(({ row, filed: { type } }) => ({ before: row, after: { ...row, type } })),
  )
  return changed.length
}

/** Keeps the fields that a person has set, and the old category if there is no new one. */
function keepOwn(row: Row, filed: Categorised): Categorised {
  const { concept, merchant } = row.isNamed ? row : filed
  const isFiled = filed.categoryId !== null && !isLess(filed.why, row.why)
  const type = isFiled && !row.isTyped ? filed.type : row.type
  const { categoryId, why } = isFiled ? filed : row
  return { concept, merchant, type, categoryId, why }
}

/** Tells if a reason is weaker than the stored one, whose source may not be known any more. */
function isLess(why: Why | null, stored: Why | null): boolean {
  const isGuess = why?.by === 'brand' || why?.by === 'keyword'
  return isGuess && stored !== null && ['provider', 'file', 'merchant_code'].includes(stored.by)
}

function isChanged(row: Row, filed: Categorised): boolean {
  return (
    row.concept !== filed.concept ||
    row.categoryId !== filed.categoryId ||
    row.type !== filed.type ||
    row.why?.by !== filed.why?.by
  )
}

async function store(acting: Acting, changed: readonly Refiled[]): Promise<void> {
  const given = changed.map(({ row, filed }) => ({
    id: row.id,
    concept: filed.concept,
    original: filed.concept === row.descriptor ? null : row.descriptor,
    merchant: filed.merchant,
    type: filed.type,
    category_id: filed.categoryId,
    category_why: filed.why,
  }))
  await sql`
    update transactions t set concept = g.concept, original_concept = g.original,
      merchant = g.merchant, type = g.type, category_id = g.category_id,
      category_why = g.category_why, revision = ${acting.revision}, updated_at = ${acting.now()}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, concept text,
      original text, merchant text, type text, category_id uuid, category_why jsonb)
    where t.household_id = ${acting.caller.householdId} and t.id = g.id`.execute(acting.db)
}
