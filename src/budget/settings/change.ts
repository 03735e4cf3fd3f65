import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { wakeEngine } from '#/access/households/wake-engine.ts'
import { pick, pickDifferent } from '#/platform/audited/change.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import { momentAfter, requireUnchanged } from '#/platform/audited/require-unchanged.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { settingsApp } from './app-contract.ts'

/**
 * `PATCH /settings`. Another time zone may change the current day. Days that are processed stay processed, and new ones
 * follow in order, so that no day is processed twice or skipped.
 */
export const changeSettings: Act<typeof settingsApp.changeSettings> = async (acting, { body }) => {
  const { expected_updated_at: expected, ...fields } = body
  const { householdId: id } = acting.caller
  const row = await acting.db
    .selectFrom('households')
    .select([
      'name',
      'timezone',
      'currency',
      'floor',
      'locale',
      'date_format',
      'week_starts_on',
      'month_starts_on_day',
      'include_pending',
      'account_types',
      'updated_at',
    ])
    .where('household_id', '=', id)
    .executeTakeFirstOrThrow()
  await requireUnchanged(acting, { id, updated_at: row.updated_at }, expected)
  const columns = pickDifferent(row, fields)
  if (Object.keys(columns).length === 0) return { id, updated_at: writeInstant(row.updated_at) }
  if ('currency' in columns) await checkCurrency(acting, String(columns['currency']))
  const at = momentAfter(acting.now(), row.updated_at)
  await acting.db
    .updateTable('households')
    .set({ ...columns, updated_at: at })
    .where('household_id', '=', id)
    .execute()
  await wakeEngine(acting)
  await recordChange(acting, {
    action: 'household.change',
    subject: { type: 'household', id },
    before: pick(row, columns),
    after: columns,
    at,
  })
  return { id, updated_at: writeInstant(at) }
}

/** Throws `still_in_use` if accounts or Expenses hold money in another currency, since amounts are not converted. */
async function checkCurrency({ db, caller }: Acting, currency: string): Promise<void> {
  const { rows } = await sql<{ accounts: boolean; expenses: boolean }>`
    select exists (select 1 from accounts where household_id = ${caller.householdId} and not hidden
        and closed_at is null and currency <> ${currency}) as accounts,
      exists (select 1 from expenses where household_id = ${caller.householdId} and balance > 0)
        as expenses`.execute(db)
  const [found] = rows
  if (found?.accounts) {
    throw new Refusal('still_in_use', {
      param: 'currency',
      message: 'There are accounts in another currency.',
      detail: { name: 'accounts_in_other_currency' },
    })
  }
  if (found?.expenses) {
    throw new Refusal('still_in_use', {
      param: 'currency',
      message: 'Expenses hold money in the current currency.',
      detail: { name: 'expenses_hold_money' },
    })
  }
}
