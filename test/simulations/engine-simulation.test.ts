import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { randomDocument, zones } from './engine-household.ts'
import { assertBooks } from '../support/ledger.ts'
import { openAnother, until, urlOf } from '../support/other-processes.ts'
import { ada, type Product, startProduct } from '../support/product.ts'
import type { TestRuntime } from '../support/runtime.ts'

// A year of several households in several zones: once undisturbed, once with workers that die in the middle of
// their work. Both must end the same.

const SEED = Number(process.env['EARMARK_SEED'] ?? 1)

test(`a year of crashing workers ends like a quiet one (seed ${SEED})`, async () => {
  const chance = givenChance(SEED)
  const documents = zones.map((timezone) => documentOf(chance, timezone))
  const quiet = await begin(documents)
  const stormy = await begin(documents)
  const crew = await crashingCrew(stormy.product.db, stormy.product.runtime)
  let crashes = 0
  for (let passed = 0; passed < 365;) {
    const days = 1 + chance.below(5)
    passed += days
    const spendings = quiet.homes.map(() => chance.below(40_000))
    const all = async () => {
      for (const side of [quiet, stormy]) {
        await Promise.all(
          side.homes.map((home, index) => live(side.product, home, spendings[index]!)),
        )
      }
    }
    for (const { product } of [quiet, stormy]) product.runtime.advance({ hours: 24 * days })
    // Some writes arrive before any worker, and have to work off the days themselves.
    const early = chance.below(3) === 0
    if (early) await all()
    await workOff(quiet.product.runtime)
    for (let attempt = chance.below(3); attempt > 0; attempt -= 1) {
      crashes += await crew.crash(1 + chance.below(25))
    }
    // A household at rest after a fault waits five minutes; meanwhile no household's day may end.
    stormy.product.runtime.advance({ minutes: 6 })
    await crew.together()
    stormy.product.runtime.advance({ minutes: -6 })
    if (!early) await all()
  }
  assert.ok(crashes > 30, `${crashes} crashes`)
  await assertEqual(quiet, stormy)
})

test('a worker that is killed again and again does each payday of a year once', async () => {
  const chance = givenChance(SEED + 1)
  const documents = Array.from({ length: 20 }, () =>
    documentOf(chance, chance.pick(['Asia/Kolkata', 'UTC'])),
  )
  const quiet = await begin(documents)
  const killed = await begin(documents)
  quiet.product.runtime.advance({ hours: 24 * 365 })
  await workOff(quiet.product.runtime)
  const start = await workerOn(killed.product)
  for (let done = 2; done < documents.length - 4; done += 4) {
    const worker = start()
    await until(
      `${done} households are done`,
      async () => (await countDone(killed.product.db)) >= done,
    )
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  const last = start()
  await until('all are done', async () => (await countDone(killed.product.db)) === documents.length)
  last.kill('SIGTERM')
  await once(last, 'exit')
  await assertEqual(quiet, killed)
})

type Home = {
  readonly id: string
  readonly key: string
  readonly account: string
  readonly expense: string
}
type Side = { readonly product: Product; readonly homes: readonly Home[] }

function documentOf(chance: Chance, timezone: string): Partial<WrittenDocument> {
  const document = randomDocument(chance)
  const keys = ada.keys.map((key) => ({ ...key, expires_at: '2027-12-31T00:00:00Z' }))
  return { ...document, keys, household: { ...document.household!, timezone } }
}

async function begin(documents: readonly Partial<WrittenDocument>[]): Promise<Side> {
  const product = await startProduct({ limited: false })
  const homes: Home[] = []
  for (const document of documents) {
    const { household_id: id, keys, accounts, expenses } = await product.household(document)
    homes.push({
      id,
      key: keys['rw']!.api_key,
      account: accounts['checking']!,
      expense: expenses['e0']!,
    })
  }
  return { product, homes }
}

/** Money comes in and is spent. */
async function live(
  product: Product,
  { key, account, expense }: Home,
  amount: number,
): Promise<void> {
  const booked_at = product.runtime.now().toString().slice(0, 10)
  const transactions = [
    { account_id: account, amount: amount + 5_000, concept: 'Pay', booked_at },
    {
      account_id: account,
      amount: -1 - amount,
      concept: 'Shop',
      booked_at,
      expense_goal_id: expense,
    },
  ]
  const answer = await product.request<{ created: number }>('POST', '/transactions/bulk', {
    key,
    body: { transactions },
  })
  assert.equal(answer.body.created, 2, answer.text)
}

async function workOff(runtime: TestRuntime): Promise<void> {
  while ((await runDueHouseholds(runtime)) > 0) {
    // Until nobody is due.
  }
}

/** Workers on connections of their own; `crash` kills one at its n-th statement and says whether it came so far. */
async function crashingCrew(db: Database, runtime: TestRuntime) {
  let left = Infinity
  const doomed = await openAnother(db, {
    onStatement: (text) => {
      left -= 1
      // A dead process sends nothing more, but PostgreSQL undoes what it had begun.
      if (left <= 0 && text !== 'rollback') throw new Error('the worker has died')
    },
  })
  const others = [await openAnother(db), await openAnother(db), await openAnother(db)]
  return {
    crash: async (statements: number) => {
      left = statements
      const died = await runDueHouseholds({ ...runtime, db: doomed }).then(
        () => left <= 0,
        () => true,
      )
      left = Infinity
      return died ? 1 : 0
    },
    together: async () => {
      const workers = others.map((other) => ({ ...runtime, db: other }))
      let done: number[]
      do {
        done = await Promise.all(workers.map(runDueHouseholds))
      } while (done.some((count) => count > 0))
    },
  }
}

/** Starts `earmark serve --role worker` on the product's database, a year later. */
async function workerOn({ db, runtime }: Product) {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-worker-'))
  const children = new Set<ReturnType<typeof spawn>>()
  after(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const url = await urlOf(db)
  const main = join(import.meta.dirname, '../../src/app/cli/main.ts')
  const now = runtime
    .now()
    .add({ hours: 24 * 365 })
    .toString()
  return () => {
    const child = spawn(process.execPath, [main, 'serve', '--role', 'worker'], {
      stdio: 'ignore',
      env: { ...process.env, DATABASE_URL: url, EARMARK_DATA: folder, EARMARK_NOW: now, PORT: '0' },
    })
    children.add(child)
    return child
  }
}

async function countDone(db: Database): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    select count(*) as done from households where processed_through >= '2027-01-01'`.execute(db)
  return rows[0]!.done
}

async function assertEqual(one: Side, other: Side): Promise<void> {
  for (const [index, { id }] of one.homes.entries()) {
    const twin = other.homes[index]!.id
    assert.deepEqual(await historyOf(other.product.db, twin), await historyOf(one.product.db, id))
    await assertBooks(one.product.db, id)
    await assertBooks(other.product.db, twin)
  }
}

/** Everything that the engine has done to a household, in an order of its own: names for ids. */
async function historyOf(db: Database, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    with e as (select * from expenses where household_id = ${id})
    select
      (select json_agg(json_build_array(name, ready, building, reserve, prepaid, spent, cycle) order by name) from e)
        as expenses,
      (select json_agg(entry order by entry::text) from (
        select json_build_array(day, reason, amount, f.name, from_lane, t.name, to_lane) as entry
        from ledger_entries l left join e f on f.id = from_expense_id left join e t on t.id = to_expense_id
        where l.household_id = ${id}) entries) as ledger,
      (select json_agg(entry order by entry::text) from (
        select json_build_array(s.name, nominal, effective) as entry
        from paydays p join funding_schedules s on s.household_id = p.household_id and s.id = funding_schedule_id
        where p.household_id = ${id}) ran) as paydays,
      (select json_agg(entry order by entry::text) from (
        select json_build_array(day, e.name, ordinary_planned, ordinary_funded, ahead_planned, ahead_funded) as entry
        from payday_fundings p join e on e.id = expense_id where p.household_id = ${id}) given) as fundings,
      (select json_agg(json_build_array(name, last_run_date) order by name) from funding_schedules
        where household_id = ${id}) as schedules,
      (select json_build_array(processed_through, due_at) from households where household_id = ${id}) as household`.execute(
    db,
  )
  return rows[0]!
}
