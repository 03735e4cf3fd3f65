import { sql } from 'kysely'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instance } from './instance.ts'

/**
 * Milliseconds of copying an account's rows back into the tables from which they were taken, as superuser and from the
 * server's own disk: indexes, checks, references and rollups included, and nothing else.
 */
export async function copyAgain({ admin }: Instance, accountId: string): Promise<number> {
  await sql`set statement_timeout = 0`.execute(admin)
  const folder = mkdtempSync(join(tmpdir(), 'earmark-copy-'))
  chmodSync(folder, 0o777)
  const tables = [
    { name: 'transactions', where: sql`account_id = ${sql.lit(accountId)}` },
    {
      name: 'provider_transactions',
      where: sql`provider_account_id in (
        select id from provider_accounts where account_id = ${sql.lit(accountId)})`,
    },
  ]
  try {
    const copies: { table: string; columns: string; path: string }[] = []
    for (const { name, where } of tables) {
      const columns = await columnsOf(admin, name)
      const path = join(folder, name)
      await sql`copy (select ${sql.raw(columns)} from ${sql.table(name)} where ${where})
        to ${sql.lit(path)}`.execute(admin)
      copies.push({ table: name, columns, path })
    }
    for (const { name, where } of tables.toReversed()) {
      await sql`delete from ${sql.table(name)} where ${where}`.execute(admin)
    }
    // Removes what the deleted rows leave behind: autovacuum would do so, and a first import meets none of it.
    for (const { name } of tables) await sql`vacuum analyze ${sql.table(name)}`.execute(admin)
    const begun = performance.now()
    await admin.transaction().execute(async (tx) => {
      for (const { table, columns, path } of copies) {
        await sql`copy ${sql.table(table)} (${sql.raw(columns)}) from ${sql.lit(path)}`.execute(tx)
      }
    })
    return performance.now() - begun
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function columnsOf(admin: Instance['admin'], table: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    admin,
  )
  return rows[0]!.columns
}
