import { sql } from 'kysely'
import {
  chooseCategory,
  type Choice,
  type Chosen,
  isTransfer,
  type Why,
} from '#/budget/categories/choose.ts'
import { catalogOf, type NamedCategory } from '#/budget/categories/meanings.ts'
import { findRules, type Rule } from '#/budget/categories/rule.ts'
import { rulesOf } from '#/budget/categories/rules-of.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Cents } from '#/core/values/cents.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import {
  evidenceOf,
  isCardPayment,
  knownBrand,
  type Uncategorised,
} from '#/budget/transactions/filing/evidence.ts'

export type { Uncategorised }

/** A categorised payment. `concept` differs only if a rule of the household renames it. */
export type Categorised = {
  readonly concept: string
  readonly merchant: string
  readonly type: 'expense' | 'income' | 'transfer'
  readonly categoryId: string | null
  /** Null without a category. */
  readonly why: Why | null
}

/** Changes the rules for a preview. */
export type Amend = (rules: readonly Rule[]) => readonly Rule[]

type Filing = {
  readonly householdId: string
  readonly payments: readonly Uncategorised[]
  readonly amend?: Amend | undefined
}

/**
 * Finds names and categories for imported payments, in the given order. Takes two statements for any number of payments
 * and writes nothing. Callers must not overwrite fields that a person has set.
 */
export async function categorise(
  db: Database,
  { householdId, payments, amend = (rules) => rules }: Filing,
): Promise<Categorised[]> {
  if (payments.length === 0) return []
  const { rules, categories, creditAccounts } = await loadBook(db, householdId)
  const catalog = catalogOf(categories)
  const cards = new Set(creditAccounts)
  const rulesFor = findRules(amend(rules))
  // Cached, because one rule may rename thousands of payments, and a household pays the same shops again.
  const keyOf = once(merchantOf)
  const brandOf = once(knownBrand)
  const read = payments.map((payment) => {
    const fitting = rulesFor(payment)
    const concept = fitting.find((rule) => rule.concept !== null)?.concept ?? payment.concept
    const rule = fitting.find(({ categoryId }) => categoryId !== null) ?? null
    const merchant = concept === payment.concept ? payment.merchant : keyOf(concept)
    return { payment, rule, concept, merchant }
  })
  const choices = await loadChoices(
    db,
    householdId,
    read.filter(({ rule }) => rule === null),
  )
  return read.map(({ payment, rule, concept, merchant }) => {
    const choice = choices.get(choiceKey(merchant, payment.amount)) ?? null
    const known = { rule, choice, isCard: cards.has(payment.accountId), brandOf }
    const chosen = chooseCategory(evidenceOf(payment, known), catalog)
    return {
      concept,
      merchant,
      type: typeOf(payment, chosen, cards),
      categoryId: chosen?.category.id ?? null,
      why: chosen?.why ?? null,
    }
  })
}

/** Caches the results of a function. */
function once<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = work(text)
    answers.set(text, answer)
    return answer
  }
}

// The household's own rule or choice wins over the provider's type.
// Money that arrives on a card is a refund unless it says that it is a payment: then the debt gets smaller, and nobody has
// earned anything.
function typeOf(
  payment: Uncategorised,
  chosen: Chosen | null,
  cards: ReadonlySet<string>,
): Categorised['type'] {
  const isOwn = chosen?.why.by === 'rule' || chosen?.why.by === 'choice'
  if (chosen?.category.kind === 'transfer') return 'transfer'
  if (!isOwn && isTransfer(payment)) return 'transfer'
  if (payment.amount < 0) return 'expense'
  return !isOwn && isCardPayment(payment, cards.has(payment.accountId)) ? 'transfer' : 'income'
}

type Book = {
  readonly rules: readonly Rule[]
  readonly categories: readonly NamedCategory[]
  readonly creditAccounts: readonly string[]
}

async function loadBook(db: Database, householdId: string): Promise<Book> {
  const { rows } = await sql<Book>`
    select
      ${rulesOf(householdId)} as rules,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'kind', kind,
          'isHidden', is_hidden) order by position, id), '[]')
        from categories where household_id = ${householdId}) as categories,
      (select coalesce(json_agg(id), '[]')
        from accounts where household_id = ${householdId} and type = 'credit') as "creditAccounts"`.execute(
    db,
  )
  return rows[0]!
}

type Sought = { readonly merchant: string; readonly payment: { readonly amount: Cents } }

/** Loads the category that people chose for the latest payment of each merchant, separately for refunds. */
async function loadChoices(
  db: Database,
  householdId: string,
  sought: readonly Sought[],
): Promise<Map<string, Choice>> {
  const keys = new Map(
    sought.map(({ merchant, payment }) => {
      return [choiceKey(merchant, payment.amount), { merchant, isOut: payment.amount < 0 }]
    }),
  )
  if (keys.size === 0) return new Map()
  const wanted = [...keys.values()]
  const { rows } = await sql<Choice & { isOut: boolean }>`
    select m.merchant, m.is_out as "isOut", f.category_id as "categoryId", f.booked_at as "bookedAt"
    from unnest(${wanted.map(({ merchant }) => merchant)}::text[],
      ${wanted.map(({ isOut }) => isOut)}::boolean[]) m (merchant, is_out)
    cross join lateral (
      select t.category_id, t.booked_at from transactions t
      where t.household_id = ${householdId} and t.merchant = m.merchant
        and (t.amount < 0) = m.is_out and t.category_id is not null and t.category_why is null
        and t.deleted_at is null
      order by t.booked_at desc, t.created_at desc limit 1
    ) f`.execute(db)
  return new Map(
    rows.map(({ isOut, ...choice }) => [choiceKey(choice.merchant, isOut ? -1 : 1), choice]),
  )
}

function choiceKey(merchant: string, amount: Cents): string {
  return `${amount < 0 ? 'out' : 'in'} ${merchant}`
}
