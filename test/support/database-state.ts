import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** Rate windows count every request, refused ones included; they say nothing about the books. */
const passing = new Set(['address_windows', 'household_windows', 'key_windows'])

/** A text that is equal whenever every row of every table is, but for rate windows. */
export async function stateOf(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const parts = tables
    .filter(({ name }) => !passing.has(name))
    .map(
      ({ name }) =>
        `select '${name}' || ' ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as part from "${name}" t`,
    )
  const { rows } = await sql.raw<{ part: string }>(parts.join(' union all ')).execute(db)
  return rows.map(({ part }) => part).join('\n')
}
