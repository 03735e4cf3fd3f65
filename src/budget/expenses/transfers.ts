import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import { startOfDay } from '#/core/values/instant.ts'
import { addDays } from '#/core/values/day.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Act, Call } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { expenses } from './contract.ts'

/** `GET /expense-transfers`, newest first. */
export const listExpenseTransfers: Act<typeof expenses.listExpenseTransfers> = async (
  call,
  { query },
) => {
  const { householdId, zone } = call.caller
  let selected = select(call)
  if (query.expense_id !== undefined) {
    const id = query.expense_id
    selected = selected.where((where) =>
      where.or([where('from_expense_id', '=', id), where('to_expense_id', '=', id)]),
    )
  }
  if (query.from !== undefined) {
    selected = selected.where('created_at', '>=', startOfDay(query.from, zone))
  }
  if (query.to !== undefined) {
    selected = selected.where('created_at', '<', startOfDay(addDays(query.to, 1), zone))
  }
  if (query.before !== undefined) {
    selected = selected.where(
      'revision',
      '<',
      sql<number>`(select revision from expense_transfers
        where household_id = ${householdId} and id = ${query.before})`,
    )
  }
  const rows = await selected.orderBy('revision', 'desc').limit(query.limit).execute()
  return rows.map((row) => toWire(row, call.caller.currency))
}

/** Finds the transfer made with an Idempotency-Key; unlike stored answers of other requests, it never expires. */
export async function findTransferByKey(
  call: Call,
  key: string,
): Promise<Answer<typeof expenses.transferBetweenExpenses> | null> {
  const row = await select(call).where('idempotency_key', '=', key).executeTakeFirst()
  return row ? toWire(row, call.caller.currency) : null
}

function select(call: ReadContext) {
  return call.db
    .selectFrom('expense_transfers')
    .select([
      'id',
      'from_expense_id',
      'to_expense_id',
      'amount',
      'note',
      'from_balance_after',
      'to_balance_after',
      'source',
      'member_id',
      'key_id',
      'created_at',
    ])
    .where('household_id', '=', call.caller.householdId)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function toWire({ member_id, key_id, created_at, ...row }: Row, currency: string) {
  return {
    ...row,
    currency,
    created_by: { member_id, key_id },
    created_at: writeInstant(created_at),
  }
}
