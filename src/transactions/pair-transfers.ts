import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '#/expenses/move-money.ts'
import type { Day } from '#/values/day.ts'
import { resettle } from './settle.ts'

/** How far apart two banks book what moves between them, in days. */
const TRANSFER_DAYS = 4

type Type = 'expense' | 'income' | 'transfer'

/** One side of a transfer. */
type Leg = {
  readonly id: string
  readonly accountId: string
  readonly amount: number
  readonly booked: Day
  readonly type: Type
  readonly expenseId: string | null
  readonly history: boolean
}

/** Two sides that may be one transfer. */
type Pair = { readonly one: Leg; readonly other: Leg }

const leg = (of: string): RawBuilder<Leg> => sql`json_build_object('id', ${sql.ref(`${of}.id`)},
  'accountId', ${sql.ref(`${of}.account_id`)}, 'amount', ${sql.ref(`${of}.amount`)},
  'booked', ${sql.ref(`${of}.booked_at`)}, 'type', ${sql.ref(`${of}.type`)},
  'expenseId', ${sql.ref(`${of}.expense_goal_id`)}, 'history', ${sql.ref(`${of}.history`)})`

/**
 * Tells which transactions of this write move money between two accounts of the household: equal amounts out and in, at
 * most four days apart, neither spent from an Expense, and no other that it could be on either side. Both become transfers,
 * which are neither spending nor income. What a person has said of the type, or written down, stays.
 */
export async function pairTransfers(writer: Writer): Promise<void> {
  await partTransfers(writer)
  const { db, caller } = writer
  const { householdId } = caller
  const isFree = (id: string) => sql`not exists (select from account_transfers p
    where p.household_id = ${householdId} and ${sql.ref(id)} in (p.out_id, p.in_id))`
  // Most rows have no opposite at all, so whatever else is asked is asked of those that have.
  const { rows } = await sql<Pair>`
    with open as not materialized (
      select * from transactions t
      where t.household_id = ${householdId} and t.visible and t.expense_goal_id is null
        and (t.type = 'transfer' or (t.provider <> 'manual' and 'type' <> all (t.edited)))
    ), near as materialized (
      select t.id as one, o.id as other from open t join open o on ${areOpposite('t', 'o')}
      where t.revision = ${writer.revision}
    ), sides as materialized (
      select id from (select one as id from near union select other from near) s where ${isFree('s.id')}
    )
    select ${leg('s')} as one, ${leg('o')} as other
    from sides join open s on s.id = sides.id
    join open o on ${areOpposite('s', 'o')} and ${isFree('o.id')}`.execute(db)
  const partners = Map.groupBy(rows, ({ one }) => one.id)
  const isAlone = ({ id }: Leg) => partners.get(id)?.length === 1
  await storePairs(
    writer,
    rows.filter(({ one, other }) => one.amount < 0 && isAlone(one) && isAlone(other)),
  )
}

/**
 * Parts the transfers of which this write has changed one side so that they are none any more: gone, of another amount, or
 * of another type because a person said so. The other side is what it would have been without it.
 */
export async function partTransfers(writer: Writer): Promise<void> {
  const { db, caller } = writer
  const { householdId } = caller
  const { rows } = await sql<{ was: Leg; type: Type }>`
    with told as materialized (
      select id from transactions
      where household_id = ${householdId} and revision = ${writer.revision}
    ), touched as materialized (
      select p.out_id from told join account_transfers p
        on p.household_id = ${householdId} and p.out_id = told.id
      union select p.out_id from told join account_transfers p
        on p.household_id = ${householdId} and p.in_id = told.id
    ), parted as (
      delete from account_transfers p using touched, transactions o, transactions i
      where p.household_id = ${householdId} and p.out_id = touched.out_id
        and o.household_id = p.household_id and o.id = p.out_id
        and i.household_id = p.household_id and i.id = p.in_id
        and (o.deleted_at is not null or i.deleted_at is not null or o.amount <> -i.amount
          or o.type <> 'transfer' or i.type <> 'transfer')
      returning p.out_id, p.out_type, p.in_id, p.in_type
    ), sides as (
      select out_id as id, out_type as type from parted
      union all select in_id, in_type from parted
    )
    select ${leg('t')} as was, s.type from sides s
    join transactions t on t.household_id = ${householdId} and t.id = s.id
      and t.deleted_at is null and t.type = 'transfer' and 'type' <> all (t.edited)`.execute(db)
  for (const { was, type } of rows) await retype(writer, was, type)
}

function areOpposite(one: string, other: string): RawBuilder<boolean> {
  const [a, b] = [
    (name: string) => sql.ref(`${one}.${name}`),
    (name: string) => sql.ref(`${other}.${name}`),
  ]
  return sql`${b('amount')} = -${a('amount')} and ${b('currency')} = ${a('currency')}
    and ${a('amount')} <> 0 and ${b('account_id')} <> ${a('account_id')}
    and ${b('booked_at')} between ${a('booked_at')} - ${TRANSFER_DAYS}::int
      and ${a('booked_at')} + ${TRANSFER_DAYS}::int`
}

/** `one` of each is what goes out. */
async function storePairs(writer: Writer, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const { householdId } = writer.caller
  const now = writer.now()
  const given = pairs.map(({ one, other }) => ({
    out_id: one.id,
    in_id: other.id,
    out_type: one.type,
    in_type: other.type,
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (out_id uuid, in_id uuid, out_type text, in_type text)
    ), stored as (
      insert into account_transfers (household_id, out_id, in_id, out_type, in_type, found_at)
      select ${householdId}, out_id, in_id, out_type, in_type, ${now} from given
    )
    update transactions t set type = 'transfer', revision = ${writer.revision}, updated_at = ${now}
    from (select out_id as id from given union all select in_id from given) side
    where t.household_id = ${householdId} and t.id = side.id and t.type <> 'transfer'`.execute(
    writer.db,
  )
  for (const side of pairs.flatMap(({ one, other }) => [one, other])) {
    // History has moved nothing, whatever it is called.
    if (side.history || side.type === 'transfer') continue
    await resettle(writer, side, { ...side, type: 'transfer' })
  }
}

async function retype(writer: Writer, was: Leg, type: Type): Promise<void> {
  if (was.type === type) return
  await writer.db
    .updateTable('transactions')
    .set({ type, revision: writer.revision, updated_at: writer.now() })
    .where('household_id', '=', writer.caller.householdId)
    .where('id', '=', was.id)
    .execute()
  await resettle(writer, was, { ...was, type })
}
