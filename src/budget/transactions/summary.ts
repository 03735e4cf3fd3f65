import { type RawBuilder, sql } from 'kysely'
import { rollupRows } from '#/budget/reports/rows.ts'
import { spansOf } from '#/budget/reports/spans.ts'
import type { Act, Actor, Handle } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { transactionsApp } from './app-contract.ts'
import type { transactions } from './contract.ts'
import { countColumn, facetOf, type Filter, matching, matchingAmount } from './filter.ts'
import { resolveSearch } from './resolve-search.ts'

type Asking = ReadContext & { readonly caller: Pick<Actor, 'currency'> }

type Sums = {
  currency: string
  count: number
  income: number
  expense: number
  transfer: number
  pending: number
}

/** `GET /transactions/summary`: totals of all matching transactions. Page and limit do not matter. */
export const summarizeTransactions: Act<typeof transactions.summarizeTransactions> = (
  call,
  { query },
) => totalsOf(call, query)

/** `GET /transaction-totals`: the same for the list of the application, whose search knows operators. */
export const showTotals: Handle<typeof transactionsApp.showTotals> = async (call, { query }) => {
  const { filter, faults } = await resolveSearch(call, query)
  return faults.length > 0 ? toAnswer(call, filter, []) : totalsOf(call, filter)
}

async function totalsOf(call: Asking, filter: Filter) {
  const { householdId } = call.caller
  const { rows } = await sql<Sums>`
    select s.*, (select count(*) from ${matching(householdId, filter)}
      and t.status = 'pending' and t.currency = s.currency) as pending
    from (${sums(householdId, filter)}) s where count > 0 order by currency`.execute(call.db)
  return toAnswer(call, filter, rows)
}

function toAnswer({ caller: { currency } }: Asking, filter: Filter, rows: readonly Sums[]) {
  const own = rows.find((row) => row.currency === currency)
  return {
    ...toWire(own ?? { currency, count: 0, income: 0, expense: 0, transfer: 0, pending: 0 }),
    pending_count: own?.pending ?? 0,
    from: filter.from ?? null,
    to: filter.to ?? null,
    by_currency: rows.map(toWire),
  }
}

function sums(householdId: string, query: Filter): RawBuilder<Omit<Sums, 'pending'>> {
  const facet = facetOf(query)
  if (facet === null) {
    const amount = matchingAmount(query)
    return sql`select t.currency, count(*),
        coalesce(sum(${amount}) filter (where t.type = 'income'), 0)::bigint as income,
        coalesce(sum(${amount}) filter (where t.type = 'expense'), 0)::bigint as expense,
        coalesce(sum(${amount}) filter (where t.type = 'transfer'), 0)::bigint as transfer
      from ${matching(householdId, query)} group by 1`
  }
  const only = (type: Filter['type'], column: RawBuilder<number>) =>
    query.type === undefined || query.type === type ? sql`sum(${column})::bigint` : sql`0::bigint`
  return sql`select r.currency, sum(${countColumn(query)})::bigint as count,
      ${only('income', sql`r.income`)} as income,
      ${only('expense', sql`r.spent + r.refunded`)} as expense,
      ${only('transfer', sql`r.transfer`)} as transfer
    from transaction_totals r
    where ${rollupRows(householdId, facet, spansOf(query.from, query.to))} group by 1`
}

function toWire({ currency, count, income, expense, transfer }: Sums) {
  return { currency, count, income, expense, transfer, net: income + expense }
}
