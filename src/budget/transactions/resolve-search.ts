import { type RawBuilder, sql } from 'kysely'
import { currencyDigits, parseMoney } from '#/core/values/money.ts'
import type { Day } from '#/core/values/day.ts'
import { plannedEachTime } from '#/platform/database/prepared-pool.ts'
import type { Call } from '#/platform/runtime/call.ts'
import { containing, containsText, type Filter } from './filter.ts'
import {
  type Bound,
  type Fault,
  readDays,
  readDecimal,
  readSearch,
  type State,
  type Term,
} from '#/budget/transactions/searching/grammar.ts'
import { idsNamed, idsSuggested, type Named } from '#/budget/transactions/searching/names.ts'

/** The household, and the names that a search may contain. */
type Book = {
  readonly householdId: string
  readonly categories: readonly Named[]
  readonly accounts: readonly (Named & { readonly currency: string })[]
  readonly expenses: readonly Named[]
}

type Asking = Pick<Call, 'db'> & { readonly caller: Pick<Call['caller'], 'householdId'> }

export type Resolved = { readonly filter: Filter; readonly faults: readonly Fault[] }

/**
 * Turns the typed search of a filter into filters and one condition. Days, and a single account, category, Expense or type
 * become filters, for which there are indexes and rollups. A search with faults finds nothing.
 */
export async function resolveSearch(call: Asking, query: Filter): Promise<Resolved> {
  const { search, ...filter } = query
  if (search === undefined) return { filter, faults: [] }
  const { terms, faults } = readSearch(search)
  if (terms.length === 0) return { filter, faults }
  return resolveTerms(terms, { filter, faults }, await loadBook(call))
}

async function loadBook({ db, caller: { householdId } }: Asking): Promise<Book> {
  const { rows } = await sql<Omit<Book, 'householdId'>>`select
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'parent', parent_id)), '[]')
      from categories where household_id = ${householdId}) as categories,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'currency', currency)), '[]')
      from accounts where household_id = ${householdId}) as accounts,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]')
      from expenses where household_id = ${householdId}) as expenses`.execute(db)
  return { householdId, ...rows[0]! }
}

type Condition = RawBuilder<boolean>

function resolveTerms(terms: readonly Term[], given: Resolved, book: Book): Resolved {
  const faults = [...given.faults]
  let filter = given.filter
  const conditions: Condition[] = []
  for (const term of terms) {
    const narrowed = term.not ? null : narrow(filter, term)
    if (narrowed) filter = narrowed
    else if (!isNaming(term)) conditions.push(unless(term.not, conditionOf(term, book)))
  }
  for (const [kind, naming] of Map.groupBy(terms.filter(isNaming), kindOf)) {
    const [{ by, not }] = naming as [Naming]
    // A payment has one category, so `in:food in:travel` means either.
    const ids = naming.flatMap(({ name }): readonly (string | null)[] => {
      const found = none.test(name) ? [null] : idsNamed(book[lists[by]], name)
      if (found.length === 0) faults.push({ part: name, kind: by })
      return found
    })
    const [only] = ids
    if (kind === by && ids.length === 1 && typeof only === 'string' && !isTaken(filter, by)) {
      filter = { ...filter, [columns[by]]: only }
    } else if (ids.length > 0) conditions.push(unless(not, isAmong(by, ids)))
  }
  if (conditions.length === 0) return { filter, faults }
  // The best plan depends on the words and amounts.
  const sought = sql<boolean>`${sql.join(conditions, sql` and `)} ${plannedEachTime}`
  return { filter: { ...filter, sought }, faults }
}

type Naming = Extract<Term, { readonly name: string }>

const lists = { category: 'categories', account: 'accounts', expense: 'expenses' } as const
const columns = {
  category: 'category_id',
  account: 'account_id',
  expense: 'expense_goal_id',
} as const
/** The words for payments without a category or Expense. */
const none = /^(none|ning[uú]n[oa]?|sin|keine[rs]?|ohne)$/i

function isNaming(term: Term): term is Naming {
  return 'name' in term
}

function kindOf({ by, not }: Naming): string {
  return not ? `not ${by}` : by
}

function isTaken(filter: Filter, by: Naming['by']): boolean {
  return (
    filter[columns[by]] !== undefined ||
    (by === 'category' && filter.without_category !== undefined)
  )
}

/** Returns the filter that a term alone makes narrower; null if filters cannot express it. */
function narrow(filter: Filter, term: Term): Filter | null {
  if (term.by === 'days') {
    const from = later(filter.from, term.from)
    const to = earlier(filter.to, term.to)
    return { ...filter, ...(from && { from }), ...(to && { to }) }
  }
  if (term.by !== 'state') return null
  const type = types[term.state]
  if (type && filter.type === undefined) return { ...filter, type }
  const isFree = filter.category_id === undefined && filter.without_category === undefined
  return term.state === 'uncategorised' && isFree ? { ...filter, without_category: 'true' } : null
}

function later(one: Day | undefined, other: Day | null): Day | undefined {
  return one === undefined || (other !== null && other > one) ? (other ?? one) : one
}

function earlier(one: Day | undefined, other: Day | null): Day | undefined {
  return one === undefined || (other !== null && other < one) ? (other ?? one) : one
}

const types: Partial<Record<State, Filter['type']>> = {
  spending: 'expense',
  income: 'income',
  transfer: 'transfer',
}

const states: Readonly<Record<State, Condition>> = {
  pending: sql`t.status = 'pending'`,
  booked: sql`t.status = 'booked'`,
  split: sql`t.splits is not null`,
  spending: sql`t.type = 'expense'`,
  income: sql`t.type = 'income'`,
  transfer: sql`t.type = 'transfer'`,
  uncategorised: sql`(t.category_id is null and t.splits is null)`,
  noted: sql`t.notes is not null`,
}

function unless(not: boolean, condition: Condition): Condition {
  return not ? sql`(${condition}) is not true` : sql`(${condition})`
}

function conditionOf(term: Exclude<Term, Naming>, book: Book): Condition {
  switch (term.by) {
    case 'word':
      return isWord(term.text, book)
    case 'phrase':
      return containsText(book.householdId, term.text)
    case 'payee':
      return sql`lower(t.concept) like lower(${containing(term.text)}::text) and ${containsText(book.householdId, term.text)}`
    case 'note':
      return sql`lower(t.notes) like lower(${containing(term.text)}::text) and ${containsText(book.householdId, term.text)}`
    case 'amount':
      return sql<boolean>`${sql.join(
        term.bounds.map((bound) => isSized(bound, book)),
        sql` and `,
      )}`
    case 'days': {
      const from: Condition = term.from ? sql`t.booked_at >= ${term.from}` : sql`true`
      return term.to ? sql<boolean>`${from} and t.booked_at <= ${term.to}` : from
    }
    case 'state':
      return states[term.state]
  }
}

/** A plain word stands in the text, begins a word of the category's name, or is the amount or the day. */
function isWord(text: string, book: Book): Condition {
  const categories = idsSuggested(book.categories, text)
  const value = readDecimal(text.replace(/^[+-]/, ''))
  const period = /^\d{4}-/.test(text) ? readDays(text) : null
  const sign = { '-': sql`t.amount < 0 and `, '+': sql`t.amount > 0 and ` }[text[0]!] ?? sql``
  const ways = [
    containsText(book.householdId, text),
    ...(categories.length === 0 ? [] : [isAmong('category', categories)]),
    ...(value === null ? [] : [sql<boolean>`(${sign}${isSized({ is: '=', value }, book)})`]),
    ...(period
      ? [sql<boolean>`(t.booked_at >= ${period.from} and t.booked_at <= ${period.to})`]
      : []),
  ]
  return sql<boolean>`${sql.join(ways, sql` or `)}`
}

/** Builds the condition that a transaction, or a part of it, has one of these; null: it has none. */
function isAmong(by: Naming['by'], ids: readonly (string | null)[]): Condition {
  const column = columns[by]
  const known = ids.filter((id) => id !== null)
  const own = sql<boolean>`t.${sql.ref(column)} = any(${known}::uuid[])`
  if (by === 'account') return own
  // The first condition alone lets PostgreSQL read the few split rows by their index.
  const parts = sql`(t.splits is not null and exists (select 1 from jsonb_array_elements(t.splits) p
    where p ->> ${sql.lit(column)} = any(${known}::text[])))`
  const without = sql`(t.${sql.ref(column)} is null and t.splits is null)`
  const ways = [...(known.length > 0 ? [own, parts] : []), ...(ids.includes(null) ? [without] : [])]
  return sql`(${sql.join(ways, sql` or `)})`
}

/** Compares the size of the amount, in the minor units of each currency of the household. */
function isSized({ is, value }: Bound, { accounts }: Book): Condition {
  const currencies = new Set(accounts.map(({ currency }) => currency))
  const byDigits = [...Map.groupBy(currencies, currencyDigits)]
  const ways = byDigits.map(([digits, some]) => {
    const cents = parseMoney(value, digits)
    // The most cents of any amount fit; the grammar allows no more digits than these.
    const size = typeof cents === 'number' ? cents : Number.MAX_SAFE_INTEGER
    const sized = sql<boolean>`abs(t.amount) ${sql.raw(is)} ${size}::bigint`
    return byDigits.length === 1
      ? sized
      : sql<boolean>`(t.currency = any(${some}::text[]) and ${sized})`
  })
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}
