import { sql } from 'kysely'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOutbound } from '../src/outbound/outbound.ts'
import { connectProviderA } from '../src/sync/connect.ts'
import { loadDocument } from '../src/documents/load.ts'
import { firstMessage, startProgram } from './child.ts'
import type { Imported } from './import-run.ts'
import type { Instance } from './instance.ts'
import { type Line, median } from './table.ts'

/** A first import reads two windows. */
const WINDOWS = 2
const ROWS = 100_000
/** Of a hundred thousand each, by one process after the other. */
const HOUSEHOLDS = 5
const COPIES = 3

/** What first imports cost against `COPY` of the same rows into the same tables, and the memory that they take. */
export async function measureImport(instance: Instance): Promise<Line[]> {
  const bank = startProgram('import-bank.ts', [String(ROWS / WINDOWS)])
  const port = await firstMessage<number>(bank)
  try {
    const homes: Home[] = []
    for (let made = 0; made < HOUSEHOLDS + COPIES; made += 1)
      homes.push(await connect(instance, port))
    const full = homes.slice(0, HOUSEHOLDS)
    const imports = await importAll(instance, full)
    const copies = await copyRows(instance, full[0]!, homes.slice(HOUSEHOLDS))
    const [first] = imports
    const last = imports.at(-1)!
    const each = imports.map(({ milliseconds }) => milliseconds)
    const [took, copied] = [median(each), median(copies)]
    return [
      {
        what: 'First import of 100,000 transactions against COPY of the same rows',
        measured: `COPY ${seconds(copied)}, import ${seconds(took)}, of which ${seconds(first!.processorTime)} in our process`,
        value: copied / took,
        goal: { least: 0.25 },
      },
      {
        what: 'Peak memory of that import',
        measured: `${last.peak.toFixed(0)} MB after 500,000`,
        value: first!.peak,
        unit: 'MB',
        goal: { most: 350 },
      },
      {
        what: 'Peak memory after 500,000 against 100,000',
        measured: imports.map(({ peak }) => peak.toFixed(0)).join(', '),
        value: last.peak / first!.peak,
        goal: { most: 1.15 },
      },
      {
        what: 'Longest turn of the event loop in an import',
        measured: 'of one answer of 50,000 rows',
        value: median(imports.map(({ blocked }) => blocked)),
        unit: 'ms',
      },
    ]
  } finally {
    await bank.stop()
  }
}

type Home = { readonly id: string; readonly accountId: string; readonly entryId: string }

async function connect({ world }: Instance, port: number): Promise<Home> {
  const loaded = await loadDocument(world, {
    household: { name: 'Bench', timezone: 'Europe/Madrid', currency: 'EUR' },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
  })
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  const householdId = loaded.household_id
  await connectProviderA(
    { ...world, outbound },
    {
      householdId,
      memberId: loaded.members['ada']!,
      zone: 'Europe/Madrid',
      setupToken: Buffer.from(`http://127.0.0.1:${port}/claim`).toString('base64'),
      connectionId: null,
      selectAll: true,
    },
  )
  await outbound.close()
  const entry = await world.db
    .selectFrom('provider_accounts')
    .select(['id', 'account_id'])
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  return { id: householdId, accountId: entry.account_id!, entryId: entry.id }
}

async function importAll(instance: Instance, homes: readonly Home[]): Promise<Imported[]> {
  const { databaseUrl, folder } = instance
  const child = startProgram('import-run.ts', [databaseUrl, folder, ...homes.map(({ id }) => id)])
  const imports: Imported[] = []
  await new Promise<void>((resolve, reject) => {
    child.process.on('message', (message) => imports.push(message as Imported))
    child.process.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The import ended (${code}).`)),
    )
  })
  const wrong = imports.find(({ added }) => added !== ROWS)
  if (wrong || imports.length !== homes.length) {
    throw new Error(`Not every import was whole: ${JSON.stringify(imports)}`)
  }
  return imports
}

/** Copies one household's rows into others that have none, indexes, checks and triggers included; milliseconds each. */
async function copyRows({ admin }: Instance, from: Home, into: readonly Home[]): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-copy-'))
  chmodSync(folder, 0o777)
  const times: number[] = []
  const tables = ['transactions', 'provider_transactions']
  try {
    for (const home of into) {
      const files = new Map<string, string>()
      for (const table of tables) {
        const columns = await columnsOf(admin, table)
        const swapped = columns.map((name) => {
          const id = {
            household_id: home.id,
            account_id: home.accountId,
            provider_account_id: home.entryId,
          }[name]
          return id === undefined ? `"${name}"` : `'${id}'::uuid`
        })
        const file = join(folder, `${home.id}.${table}`)
        files.set(table, file)
        await sql
          .raw(`copy (select ${swapped.join(', ')} from ${table}
          where household_id = '${from.id}') to '${file}'`)
          .execute(admin)
      }
      const begun = performance.now()
      await admin.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        for (const table of tables) {
          const columns = (await columnsOf(tx, table)).map((name) => `"${name}"`)
          await sql
            .raw(`copy ${table} (${columns.join(', ')}) from '${files.get(table)}'`)
            .execute(tx)
        }
      })
      times.push(performance.now() - begun)
    }
    return times
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function columnsOf(admin: Instance['admin'], table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`.execute(admin)
  return rows.map(({ name }) => name)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
