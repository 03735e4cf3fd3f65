import { spawn } from 'node:child_process'
import { after } from 'node:test'
import { execPath } from 'node:process'
import { type CompiledQuery, sql } from 'kysely'
import { type Database, openDatabase } from '#/platform/database/database.ts'

/** The address of the database that a test works on. */
export async function urlOf(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env['EARMARK_TEST_DATABASE']!)
  url.pathname = `/${rows[0]!.name}`
  return url.href
}

type Opening = Partial<Parameters<typeof openDatabase>[0]>

/** A pool of its own on the same database, as another process has one. It is closed when the file ends. */
export async function openAnother(db: Database, options: Opening = {}): Promise<Database> {
  const other = openDatabase({ url: await urlOf(db), connectionsMax: 2, ...options })
  after(() => other.destroy())
  return other
}

/**
 * A connection to the same database whose statements can be made to fail: `fuse.left` counts down to the one that does,
 * the commit included; null: none. A rollback never fails.
 */
export async function openFragile(db: Database) {
  const fuse: { left: number | null } = { left: null }
  const fragile = await openAnother(db, {
    connectionsMax: 1,
    onStatement: (text) => {
      if (fuse.left === null || text === 'rollback') return
      if (fuse.left === 0) throw new Error('injected')
      fuse.left -= 1
    },
  })
  return { fuse, fragile }
}

/** The same database, with something done between each statement's answer and its being heard; a failure is heard instead. */
export function afterEach(
  db: Database,
  act: (text: string, query: CompiledQuery) => Promise<void> | void,
): Database {
  const executor = (): ReturnType<Database['getExecutor']> => {
    const own = db.getExecutor()
    return replaced(own, 'executeQuery', async (query: CompiledQuery) => {
      const answer = await own.executeQuery(query)
      await act(query.sql, query)
      return answer
    })
  }
  return replaced(db, 'getExecutor', executor)
}

/** An object with one method that is another. */
function replaced<T extends object>(object: T, method: keyof T, by: unknown): T {
  return new Proxy(object, {
    get: (target, name) => {
      if (name === method) return by
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/**
 * Runs a module's text in a process of its own with some variables, and resolves with the JSON value that it prints.
 * It may import `#/…`; `given` is what was handed over.
 */
export async function runElsewhere<Result>(code: string, given: unknown): Promise<Result> {
  const child = spawn(execPath, ['--input-type=module', '-e', code], {
    cwd: `${import.meta.dirname}/../..`,
    env: { ...process.env, GIVEN: JSON.stringify(given) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: Buffer[] = []
  for await (const chunk of child.stdout) printed.push(chunk)
  return JSON.parse(Buffer.concat(printed).toString())
}

/** Resolves once something holds; fails after a minute. For what other processes do in their own time. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const patience = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > patience) throw new Error(`it never came to hold: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const WAITING = `select count(*) as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** How many sessions of this database wait for a lock at this moment, on all its machines. */
export async function waitingForLocks(db: Database): Promise<number> {
  const isOnCitus = process.env['EARMARK_TEST_POSTGRES'] === 'citus'
  const { rows } = await (
    isOnCitus
      ? sql<{ count: number }>`
          select sum(result::bigint)::bigint as count from run_command_on_all_nodes(${WAITING})`
      : sql<{ count: number }>`${sql.raw(WAITING)}`
  ).execute(db)
  return rows[0]!.count
}

/**
 * Does some work in a transaction of its own and holds it open until `let go`; the work is rolled back then. Its
 * locks are held meanwhile, as by a request of another process that takes its time.
 */
export async function hold(
  db: Database,
  work: (tx: Database) => Promise<unknown>,
): Promise<{ letGo: () => Promise<void> }> {
  const tx = await db.startTransaction().execute()
  await work(tx)
  return {
    letGo: async () => {
      if (!tx.isRolledBack) await tx.rollback().execute()
    },
  }
}
