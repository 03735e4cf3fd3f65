import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { breathe } from '#/platform/runtime/breathe.ts'
import { isCurrencyCode } from '#/core/values/money.ts'
import { readActualBudget } from './actual-budget.ts'
import { accountEvents, categoryEvents, paymentEvents } from './actual-rows.ts'
import { MoveFault } from './move-fault.ts'
import { headOf, type MoveFile } from './move-file.ts'
import type { Moved, ReadOptions } from './moved.ts'
import { createQueries } from './sqlite.ts'

const MAGIC = 'SQLite format 3\0'
/** Limits the temporary copy of the database, in bytes. */
const COPY_BYTES_MAX = 400 * 1024 * 1024

/** Reads the database of an Actual budget: an export, or `db.sqlite` alone. It is opened read-only, from a copy. */
export async function* readActual(
  files: readonly MoveFile[],
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const file = await findDatabase(files)
  const folder = await mkdtemp(join(tmpdir(), 'earmark-move-'))
  try {
    const path = join(folder, 'db.sqlite')
    await copyTo(path, file)
    yield* readDatabase(path, file.name, options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function findDatabase(files: readonly MoveFile[]): Promise<MoveFile> {
  const found: MoveFile[] = []
  for (const file of files) {
    if ((await headOf(file, 16)).toString('latin1') === MAGIC) found.push(file)
  }
  const named = found.find(({ name }) => name.endsWith('db.sqlite')) ?? found[0]
  if (!named) throw new MoveFault(files[0]?.name ?? null, null, { name: 'move_other_files' })
  return named
}

async function copyTo(path: string, file: MoveFile): Promise<void> {
  const target = await open(path, 'wx', 0o600)
  let count = 0
  try {
    for await (const bytes of file.open()) {
      count += bytes.length
      if (count > COPY_BYTES_MAX) throw new MoveFault(file.name, null, { name: 'move_zip_large' })
      await target.write(bytes)
    }
  } finally {
    await target.close()
  }
}

const TABLES = ['accounts', 'transactions', 'categories', 'category_groups', 'payees'] as const

async function* readDatabase(
  path: string,
  name: string,
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const damaged = () => new MoveFault(name, null, { name: 'move_database' })
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, allowExtension: false })
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0')
    const queries = createQueries(database)
    // Only tables are read: a view of this name could be a query that never ends.
    if (!TABLES.every(queries.hasTable)) throw damaged()
    if (!queries.isSound()) throw damaged()
    const chosen = options.isCurrencyChosen ? null : currencyOf(queries)
    const look = { name, currency: chosen ?? options.currency, today: options.today }
    yield accountEvents(queries, look)
    yield categoryEvents(queries)
    for (const moved of paymentEvents(queries, look)) {
      yield moved
      await breathe()
    }
    yield readActualBudget(queries, look)
  } catch (error) {
    throw error instanceof MoveFault ? error : damaged()
  } finally {
    database?.close()
  }
}

type Queries = ReturnType<typeof createQueries>

function currencyOf(queries: Queries): string | null {
  if (!queries.hasTable('preferences')) return null
  const [row] = queries.all('select value from preferences where id = ?', 'defaultCurrencyCode')
  const code = row?.text('value') ?? ''
  return isCurrencyCode(code) ? code : null
}
