/** The filters of the list: the query of the API, as stored in the address of the screen. */
export type Filters = {
  readonly search?: string
  readonly type?: 'expense' | 'income' | 'transfer'
  readonly account_id?: string
  readonly category_id?: string
  readonly without_category?: 'true'
  readonly expense_goal_id?: string
  readonly from?: string
  readonly to?: string
}

/** The address of the screen: its filters, and the dialog that is open over it. */
export type TransactionsSearch = Filters & {
  /** The transaction shown in detail. */
  readonly open?: string
  /** Shows the form for a new transaction. */
  readonly new?: '1'
  /** Shows the possible duplicates. */
  readonly matches?: '1'
  /** Shows the payments that may be spent from an Expense. */
  readonly review?: '1'
}

export const filterNames = [
  'search',
  'type',
  'account_id',
  'category_id',
  'without_category',
  'expense_goal_id',
  'from',
  'to',
] as const satisfies readonly (keyof Filters)[]

/** Writes a name as a search for just this text: its signs are no operators. */
export function searchFor(name: string): string {
  return /^[\p{L}\p{N} ]*$/u.test(name) ? name : `"${name.replaceAll('"', '')}"`
}

/** Counts the active filters. */
export function countFilters(filters: Filters): number {
  return filterNames.filter((name) => filters[name] !== undefined).length
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const day = /^\d{4}-\d{2}-\d{2}$/
const types = ['expense', 'income', 'transfer'] as const

/** Reads the filters from an address and ignores invalid ones, because people edit addresses and keep old ones. */
export function readFilters(search: Readonly<Record<string, unknown>>): TransactionsSearch {
  const text = (name: string, shape: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && shape.test(value) ? { [name]: value } : {}
  }
  const type = types.find((one) => one === search['type'])
  return {
    ...text('search', /^.{1,120}$/s),
    ...(type && { type }),
    ...text('account_id', uuid),
    ...text('category_id', uuid),
    ...(search['without_category'] === 'true' && { without_category: 'true' }),
    ...text('expense_goal_id', uuid),
    ...text('from', day),
    ...text('to', day),
    ...text('open', uuid),
    ...(search['new'] === '1' && { new: '1' }),
    ...(search['matches'] === '1' && { matches: '1' }),
    ...(search['review'] === '1' && { review: '1' }),
  }
}

/** Returns the filters alone, in a fixed order, so that equal filters share one cache entry. */
export function filtersOf(search: TransactionsSearch): Filters {
  const pairs = filterNames.flatMap((name) => {
    const value = search[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(pairs) as Filters
}
