import type { SingleConnection } from '#/platform/database/single-connection.ts'
import { quoted } from './snapshot.ts'

/** Tables without the parts that were taken away. */
export type Stripped = {
  readonly putBack: () => Promise<void>
}

/** Bytes from which rebuilding the indexes of a table is faster than keeping them while rows are added. */
const LARGE = 4_000_000

/** Memory for building an index, on top of the server's own. */
const BUILD_MEMORY = '128MB'

type Part = {
  readonly table: string
  readonly name: string
  /** `f` a foreign key, `c` another constraint with an index, `i` an index. */
  readonly kind: 'f' | 'c' | 'i'
  readonly definition: string
}

/**
 * Takes away all that would be done for each row while tables are filled: triggers, foreign keys, and the indexes of the large
 * tables. `putBack` builds them again, and so checks every row.
 */
export async function stripTables(
  one: SingleConnection,
  tables: readonly { readonly name: string; readonly size: number }[],
): Promise<Stripped> {
  const large = new Set(tables.filter(({ size }) => size > LARGE).map(({ name }) => name))
  const parts = await readParts(
    one,
    tables.map(({ name }) => name),
  )
  const keys = parts.filter(({ kind }) => kind === 'f')
  const constraints = parts.filter(({ kind, table }) => kind === 'c' && large.has(table))
  const indexes = parts.filter(({ kind, table }) => kind === 'i' && large.has(table))
  const names = tables.map(({ name }) => quoted(name))
  const drop = ({ name }: Part) => `drop constraint ${quoted(name)}`
  const add = ({ name, definition }: Part) => `add constraint ${quoted(name)} ${definition}`
  await one.run(
    [
      ...names.map((name) => `alter table ${name} disable trigger user`),
      ...alterations(keys, drop),
      ...alterations(constraints, drop),
      ...indexes.map(({ name }) => `drop index ${quoted(name)}`),
    ].join(';'),
  )
  return {
    putBack: async () => {
      await one.run(`set local maintenance_work_mem = '${BUILD_MEMORY}'`)
      const steps = [
        ...alterations(constraints, add),
        ...indexes.map(({ definition }) => definition),
        ...alterations(keys, add),
        ...names.map((name) => `alter table ${name} enable trigger user`),
      ]
      await one.run(steps.join(';'))
    },
  }
}

/** Alters each table once for all of its parts. */
function alterations(parts: readonly Part[], action: (part: Part) => string): string[] {
  return [...Map.groupBy(parts, ({ table }) => table)].map(
    ([table, some]) => `alter table ${quoted(table)} ${some.map(action).join(', ')}`,
  )
}

async function readParts(
  one: SingleConnection,
  tables: readonly string[],
): Promise<readonly Part[]> {
  const rows = await one.rows(
    `select t.relname as table, k.conname as name, case k.contype when 'f' then 'f' else 'c' end as kind,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any ($1) and k.contype in ('f', 'p', 'u')
     union all
     select t.relname, i.relname, 'i', pg_get_indexdef(i.oid)
     from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any ($1)
       and not exists (select 1 from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u'))
     order by 1, 2`,
    [tables],
  )
  return rows.map((row) => ({
    table: row['table']!,
    name: row['name']!,
    kind: row['kind'] as Part['kind'],
    definition: row['definition']!,
  }))
}
