import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { conceptOf } from '#/budget/transactions/naming/descriptor.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { isAlike } from '#/sources/intake/alike.ts'
import type { StatementRow } from '#/sources/statements/statement.ts'

type Known = { readonly amount: Cents; readonly bookedOn: Day; readonly merchant: string }

/** A single payment may have been refunded on its own day. */
const PAIRS_ENOUGH = 2

/**
 * Says if the account knows payments of the same days, amounts and payees, but with the opposite sign: then the file is
 * probably read with the wrong sign. Writes nothing.
 */
export async function contradictsKnown(
  db: Database,
  { householdId, accountId }: { readonly householdId: string; readonly accountId: string },
  rows: readonly StatementRow[],
): Promise<boolean> {
  if (rows.length < PAIRS_ENOUGH) return false
  const days = [...new Set(rows.map(({ bookedOn }) => bookedOn))]
  const sizes = [...new Set(rows.flatMap(({ amount }) => [amount, 0 - amount]))]
  const { rows: known } = await sql<Known>`
    select amount, booked_at as "bookedOn", merchant from transactions
    where visible and household_id = ${householdId} and account_id = ${accountId}
      and booked_at = any(${days}::date[]) and amount = any(${sizes}::bigint[])`.execute(db)
  if (known.length === 0) return false
  const byDay = Map.groupBy(known, ({ bookedOn, amount }) => `${bookedOn} ${amount}`)
  const isKnown = ({ bookedOn }: StatementRow, amount: Cents, merchant: string) =>
    (byDay.get(`${bookedOn} ${amount}`) ?? []).some((one) => isAlike(one.merchant, merchant))
  let same = 0
  let opposite = 0
  for (const row of rows) {
    const { description, merchant: named, memo, amount } = row
    const merchant = merchantOf(conceptOf({ merchant: named, description, memo }))
    if (isKnown(row, amount, merchant)) same += 1
    else if (isKnown(row, 0 - amount, merchant)) opposite += 1
  }
  return opposite >= PAIRS_ENOUGH && opposite > same
}
