import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '#/platform/database/database.ts'
import { mergeSearch, prepareBulk } from '#/documents/bulk-load.ts'
import type { Loaded } from '#/documents/load.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { addMonths, type Day, daysBetween } from '#/core/values/day.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { DEMO_CURRENCY } from './document.ts'
import { MONTHS } from './life.ts'
import { habits } from './merchants.ts'

/** Years that the older history covers. */
const YEARS = 10

/** Rows per statement. Each statement updates the rollups of its days once. */
const ROWS_AT_ONCE = 50_000

/**
 * Adds `count` purchases over the ten years before the 18 months of the demo household, so that recent months stay
 * believable at any size. PostgreSQL generates the rows, which takes a third of the time of sending them.
 */
export async function addOlderHistory(
  runtime: Runtime,
  { loaded, today, count, seed }: { loaded: Loaded; today: Day; count: number; seed: string },
): Promise<void> {
  if (count <= 0) return
  const until = addMonths(today, -MONTHS)
  const days = daysBetween(addMonths(until, -12 * YEARS), until)
  const ranges = Array.from({ length: Math.ceil(count / ROWS_AT_ONCE) }, (_, index) => {
    const first = index * ROWS_AT_ONCE
    return { first, last: Math.min(first + ROWS_AT_ONCE, count) - 1 }
  }).values()
  // Use one transaction per statement: each statement locks the totals at its end, so two can run in parallel.
  const work = async () => {
    for (const range of ranges) {
      await inTransaction(runtime.db, async (tx) => {
        await prepareBulk(tx)
        await insertRange({ loaded, until, days, count, seed, ...range }).execute(tx)
      })
    }
  }
  await Promise.all([work(), work()])
  await inTransaction(runtime.db, async (tx) => {
    await prepareBulk(tx)
    await mergeSearch(tx)
  })
}

type Range = {
  readonly loaded: Loaded
  readonly until: Day
  readonly days: number
  readonly count: number
  readonly seed: string
  readonly first: number
  readonly last: number
}

const merchants = habits.flatMap(({ merchants: known, card }) =>
  known.map((merchant) => ({ ...merchant, card })),
)

/**
 * Inserts rows `first` to `last`, newest first. Two hashes per row supply all randomness. The subquery is materialized,
 * otherwise PostgreSQL would compute the hashes again for every column.
 */
function insertRange({
  loaded,
  until,
  days,
  count,
  seed,
  first,
  last,
}: Range): RawBuilder<unknown> {
  const { household_id, accounts, categories } = loaded
  return sql`
    with drawn as materialized (
      select i, ${until}::date - 1 - (i::bigint * ${days} / ${count})::int as day,
        hashint8extended(i, seed) as chance, hashint8extended(i, seed + 1) as tail
      from generate_series(${first}::int, ${last}::int) i,
        hashtextextended(${`${seed}:${household_id}`}, 0) seed
    ), parts as materialized (
      select i, day, tail, (chance & 1023) % ${merchants.length} as merchant, (chance >> 10) & 65535 as size,
        ((chance >> 26) & 1023) / 1024.0::float8 as paid, (chance >> 36) & 65535 as moment,
        (day - date '1970-01-01') * bigint '86400000' + 25200000 + ((chance >> 36) & 65535) * 800 as milliseconds
      from drawn
    )
    insert into transactions (household_id, id, account_id, amount, currency, concept, original_concept,
      booked_at, type, status, category_id, expense_goal_id, notes, merchant, provider, external_id, edited,
      idempotency_key, revision, created_at, updated_at, deleted_at, history, hidden)
    select ${household_id}::uuid,
      -- A UUID version 7 of that moment: the milliseconds, 7 and a counter, 8 and what is left to chance.
      (lpad(to_hex((milliseconds << 16) | 28672 | (i & 4095)), 16, '0')
        || to_hex(tail & 1152921504606846975 | (-9223372036854775808)))::uuid,
      case when paid < m.card then ${accounts['visa']}::uuid else ${accounts['checking']}::uuid end,
      -(m.low + (size::float8 * size / 4294967296 * m.width)::int), ${DEMO_CURRENCY}, m.name,
      m.raw || (moment % 9000 + 1000), day, 'expense', 'booked', m.category, null, null, m.slug,
      'manual', null, '{}', null, 1, at, at, null, true, false
    from parts
    join jsonb_to_recordset(${JSON.stringify(
      merchants.map(({ name, raw, category, low, high, card }, n) => ({
        n,
        name,
        raw: raw.replaceAll('#', ''),
        slug: merchantOf(name),
        category: categories[category],
        low,
        width: high - low,
        card,
      })),
    )}::jsonb) as m (n int, name text, raw text, slug text, category uuid, low int, width int, card float8)
      on m.n = merchant
    cross join lateral (select timestamptz 'epoch' + milliseconds * interval '1 millisecond' as at) moments
    order by i`
}
