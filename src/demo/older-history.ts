import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '#/database/database.ts'
import { mergeSearch, prepareBulk } from '#/documents/bulk-load.ts'
import type { Loaded } from '#/documents/load.ts'
import { merchantOf } from '#/transactions/merchant.ts'
import { addMonths, type Day, daysBetween } from '#/values/day.ts'
import type { World } from '#/world/world.ts'
import { DEMO_CURRENCY } from './document.ts'
import { MONTHS } from './life.ts'
import { habits } from './merchants.ts'

/** How far back the older history reaches, in years. */
const YEARS = 10

/** Rows a statement: each brings the rollups of its days up to date once. */
const ROWS_AT_ONCE = 50_000

/**
 * Gives a demo household `count` purchases from before the 18 months that it has lived, spread over ten years: what
 * the months of today show stays believable, however large it is. PostgreSQL makes the rows itself, which takes a
 * third of the time of sending them.
 */
export async function addOlderHistory(
  world: World,
  { loaded, today, count, seed }: { loaded: Loaded; today: Day; count: number; seed: string },
): Promise<void> {
  if (count <= 0) return
  const until = addMonths(today, -MONTHS)
  const days = daysBetween(addMonths(until, -12 * YEARS), until)
  const ranges = Array.from({ length: Math.ceil(count / ROWS_AT_ONCE) }, (_, index) => {
    const first = index * ROWS_AT_ONCE
    return { first, last: Math.min(first + ROWS_AT_ONCE, count) - 1 }
  }).values()
  // The totals are brought up to date at the end of a statement and locked from then on, so two of them run side by
  // side where each is a transaction of its own.
  const work = async () => {
    for (const range of ranges) {
      await inTransaction(world.db, async (tx) => {
        await prepareBulk(tx)
        await insertRange({ loaded, until, days, count, seed, ...range }).execute(tx)
      })
    }
  }
  await Promise.all([work(), work()])
  await inTransaction(world.db, async (tx) => {
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

const merchants = habits.flatMap((habit) => habit.merchants)

/** Rows `first` to `last`, from the newest to the oldest. All chance is in one digest a row. */
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
    with merchants as (
      select array_agg(name order by n) as names, array_agg(raw order by n) as raws,
        array_agg(slug order by n) as slugs, array_agg(category::uuid order by n) as categories,
        array_agg(low order by n) as lows, array_agg(width order by n) as widths
      from jsonb_to_recordset(${JSON.stringify(
        merchants.map(({ name, raw, category, low, high }, n) => ({
          n,
          name,
          raw: raw.replaceAll('#', ''),
          slug: merchantOf(name),
          category: categories[category],
          low,
          width: high - low,
        })),
      )}::jsonb) as m (n int, name text, raw text, slug text, category text, low int, width int)
    ), drawn as (
      select i, d, ${until}::date - 1 - (i::bigint * ${days} / ${count})::int as day,
        get_byte(d, 0) % ${merchants.length} + 1 as m, get_byte(d, 1) * 256 + get_byte(d, 2) as size,
        get_byte(d, 3) < 90 as on_card, get_byte(d, 4) * 256 + get_byte(d, 5) as second
      from generate_series(${first}::int, ${last}::int) i
      cross join lateral (select decode(md5(${`${seed}:${household_id}:`} || i), 'hex') as d) digest
    ), timed as (
      select *, day + interval '7 hours' + second * interval '0.8 seconds' as at from drawn
    )
    insert into transactions (household_id, id, account_id, amount, currency, concept, original_concept,
      booked_at, type, status, category_id, expense_goal_id, notes, merchant, provider, external_id, edited,
      idempotency_key, revision, created_at, updated_at, deleted_at, history, hidden)
    select ${household_id}::uuid,
      -- A UUID version 7 of that moment.
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
        || substr(encode(d, 'hex'), 13, 3) || '8' || substr(encode(d, 'hex'), 17, 15))::uuid,
      case when on_card then ${accounts['visa']}::uuid else ${accounts['checking']}::uuid end,
      -(lows[m] + (size::bigint * size / 4294967296.0 * widths[m])::int), ${DEMO_CURRENCY}, names[m],
      raws[m] || (second % 9000 + 1000), day, 'expense', 'booked', categories[m], null, null, slugs[m],
      'manual', null, '{}', null, 1, at at time zone 'UTC', at at time zone 'UTC', null, true, false
    from timed, merchants order by i`
}
