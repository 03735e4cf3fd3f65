import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addDays, toDay } from '../src/values/day.ts'
import { firstMessage, startProgram } from './child.ts'
import { createHousehold } from './households.ts'
import type { Told } from './import-file-run.ts'
import type { Instance } from './instance.ts'
import type { Line } from './table.ts'

const ROWS = 100_000
const MANY_ROWS = 500_000
const FROM = toDay('2016-01-01')
const DAYS = 3600
const names = ['Corner Bakery', 'North Pharmacy', 'Old Grocers', 'Blue Cinema', 'Green Books']

type Kind = 'csv' | 'ofx'

/** The first import of a statement file against `COPY` of the same rows into the same tables, and its memory. */
export async function measureImportFiles(instance: Instance): Promise<Line[]> {
  const lines: Line[] = []
  for (const kind of ['csv', 'ofx'] as const) {
    const few = await importFile(instance, kind, ROWS)
    const copied = await copyAgain(instance, few.accountId)
    const many = await importFile(instance, kind, MANY_ROWS)
    lines.push(
      {
        what: `first import of ${ROWS} rows of ${kind.toUpperCase()}, against \`COPY\``,
        measured: `${seconds(few.milliseconds)} s, ${seconds(copied)} s`,
        value: copied / few.milliseconds,
        goal: { least: 0.25 },
      },
      {
        what: `memory of an import of ${MANY_ROWS} rows of ${kind.toUpperCase()}`,
        measured: `${megabytes(few.peakBytes)} MB with ${ROWS}`,
        value: megabytes(many.peakBytes),
        unit: 'MB',
        goal: { most: 350 },
      },
    )
  }
  return lines
}

async function importFile(instance: Instance, kind: Kind, rows: number) {
  const household = await createHousehold(instance.world, 1)
  const accountId = household.accounts[0]!
  const file = join(instance.folder, `statement.${kind}`)
  writeFileSync(file, kind === 'csv' ? csvOf(rows) : ofxOf(rows))
  const { databaseUrl, folder } = instance
  const child = startProgram('import-file-run.ts', [databaseUrl, file, accountId, folder])
  const told = await firstMessage<Told>(child)
  await child.stop()
  rmSync(file)
  if (told.added !== rows) throw new Error(`bench: ${told.added} of ${rows} rows were added`)
  return { ...told, accountId }
}

/** Milliseconds of copying the account's rows back into the tables, as superuser and from the server's own disk. */
async function copyAgain({ admin }: Instance, accountId: string): Promise<number> {
  await sql`set statement_timeout = 0`.execute(admin)
  const tables = [
    { name: 'transactions', where: sql`account_id = ${sql.lit(accountId)}` },
    {
      name: 'provider_transactions',
      where: sql`provider_account_id in (
        select id from provider_accounts where account_id = ${sql.lit(accountId)})`,
    },
  ]
  const copies = await Promise.all(
    tables.map(async ({ name, where }) => {
      const { rows } = await sql<{ columns: string }>`
        select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
        admin,
      )
      const path = join(tmpdir(), `earmark-bench-${accountId}-${name}`)
      return { table: sql.table(name), where, columns: sql.raw(rows[0]!.columns), path }
    }),
  )
  for (const { table, where, columns, path } of copies) {
    await sql`copy (select ${columns} from ${table} where ${where}) to ${sql.lit(path)}`.execute(
      admin,
    )
  }
  for (const { table, where } of copies.toReversed()) {
    await sql`delete from ${table} where ${where}`.execute(admin)
  }
  const begun = performance.now()
  await admin.transaction().execute(async (tx) => {
    for (const { table, columns, path } of copies) {
      await sql`copy ${table} (${columns}) from ${sql.lit(path)}`.execute(tx)
    }
  })
  const taken = performance.now() - begun
  for (const { path } of copies) rmSync(path)
  return taken
}

function* rowsOf(count: number) {
  for (let n = 0; n < count; n += 1) {
    const day = addDays(FROM, Math.floor((n * DAYS) / count))
    const amount = (-(100 + ((n * 7919) % 90_000)) / 100).toFixed(2)
    yield { n, day, amount, name: `${names[n % names.length]} ${n % 200}` }
  }
}

function csvOf(count: number): string {
  const lines = [...rowsOf(count)].map(({ day, name, amount }) => `${day},${name},${amount}`)
  return `Date,Description,Amount\n${lines.join('\n')}\n`
}

function ofxOf(count: number): string {
  const lines = [...rowsOf(count)].map(({ n, day, name, amount }) => {
    const posted = `${day.replaceAll('-', '')}120000`
    return `<STMTTRN><TRNTYPE>POS<DTPOSTED>${posted}<TRNAMT>${amount}<FITID>F${n}<NAME>${name}</STMTTRN>`
  })
  return `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>\n${lines.join('\n')}\n</BANKTRANLIST></STMTRS></OFX>\n`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
