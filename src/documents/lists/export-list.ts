import type { Database } from '#/platform/database/database.ts'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Filter } from '#/budget/transactions/filter.ts'
import { resolveSearch } from '#/budget/transactions/resolve-search.ts'
import { fromSnapshot } from '#/documents/snapshot.ts'
import { type Book, readBook } from './book.ts'
import type { ListName } from './app-contract.ts'
import { columnsOf, headingsOf, type Headings } from './columns.ts'
import { type Table, writeCsv } from './csv.ts'
import { type Choice, readList } from './read-list.ts'

/** A list that a person asks for, with the filters of its screen. */
export type ListRequest = {
  readonly list: ListName
  readonly format: 'csv' | 'xlsx'
  readonly headings: Headings
  readonly bom: boolean
  readonly filter: Filter
  readonly sort: Choice['sort']
}

/**
 * Exports a list from one snapshot, in constant memory. Throws `invalid_request` for filters that the list does not have, and
 * for a search that is not understood.
 */
export async function exportList(
  runtime: Pick<Runtime, 'db'>,
  householdId: string,
  { list, format, headings, bom, filter: asked, sort }: ListRequest,
): Promise<AsyncGenerator<string | Uint8Array>> {
  refuseFilters(list, asked)
  const caller = { householdId }
  const { filter, faults } = await resolveSearch({ db: runtime.db, caller }, asked)
  const [fault] = faults
  if (fault) throw invalidParameter('search', `\`${fault.part}\` is not understood.`)
  const choice = { filter, sort }
  return fromSnapshot<string | Uint8Array>(runtime, async function* (snapshot) {
    const book = await readBook(snapshot, householdId)
    const table = tableOf(list, { snapshot, book, choice, headings })
    if (format === 'csv') return yield* writeCsv(table, { bom })
    const { writeXlsx } = await import('./xlsx.ts')
    yield* writeXlsx(sheetsOf(list, { snapshot, book, choice, headings }))
  })
}

type Writing = {
  readonly snapshot: Database
  readonly book: Book
  readonly choice: Choice
  readonly headings: Headings
}

/** Prepares a list for writing. */
export function tableOf(list: ListName, { headings, ...reading }: Writing): Table {
  const rows = readList(list, reading)
  return { columns: columnsOf(list), headings: headingsOf(list, headings), rows }
}

/** The sheets of a workbook: transactions with their parts on a second one, or the list alone. */
async function* sheetsOf(list: ListName, writing: Writing) {
  const lists = list === 'transactions' ? (['transactions', 'splits'] as const) : [list]
  for (const name of lists) yield { name, ...tableOf(name, writing) }
}

/** The filters that a list has, beside transactions and their parts, which have all of them. */
const filtersOfList: Readonly<Partial<Record<ListName, readonly string[]>>> = {
  accounts: [],
  set_asides: [],
  ledger: ['from', 'to'],
}

function refuseFilters(list: ListName, filter: Filter): void {
  const allowed = filtersOfList[list]
  const other = Object.entries(filter).find(([name, value]) => {
    return value !== undefined && allowed !== undefined && !allowed.includes(name)
  })
  if (other) throw invalidParameter(other[0], `The list \`${list}\` has no filter \`${other[0]}\`.`)
}
