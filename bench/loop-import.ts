import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDocument } from '#/documents/load.ts'
import { addDays, type Day, toDay } from '#/core/values/day.ts'
import { startProgram } from './child.ts'
import { cpuTime } from './cpu.ts'
import type { Imported, Job } from './import-run.ts'
import type { Instance } from './instance.ts'
import { type Line, median } from './table.ts'

/** `npm run bench -- loop --rows 20000` is a quick run. */
const ROWS = Number(/--rows[ =](\d+)/.exec(process.argv.join(' '))?.[1] ?? 100_000)
const DAYS = 3600
const BILLS = 14
const RULES = 20
/** Pairs of imports; the median of their ratios counts. */
const ROUNDS = 3

const shops = ['Corner Bakery', 'North Pharmacy', 'Old Grocers', 'Blue Cinema', 'Green Books']

/**
 * Measures the import of a file into a household with bills, their known payees and rules, against the import of the same
 * file into a household with the same rules and nothing set aside: there is nothing to match. The processor time of the
 * importing process and all of PostgreSQL counts. The sides take turns, after one import that nobody counts.
 */
export async function measureMatching(instance: Instance): Promise<Line> {
  const file = join(instance.folder, 'loop.csv')
  writeFileSync(file, statement(toDay(Temporal.Now.plainDateISO('UTC').toString())))
  const jobs: Job[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const bills of [0, BILLS]) {
      jobs.push({ file, accountId: await createAccount(instance, bills) })
    }
  }
  const took = (await run(instance, jobs)).slice(2)
  const without = took.filter((_, index) => index % 2 === 0)
  const matching = took.filter((_, index) => index % 2 === 1)
  const seconds = (times: readonly number[]) => (median(times) / 1000).toFixed(2)
  return {
    what: `Import of ${ROWS} rows with ${BILLS} bills to match against without any: processor time`,
    measured: `${seconds(matching)} : ${seconds(without)} s of server and PostgreSQL`,
    value: median(matching.map((time, index) => time / without[index]!)),
    goal: { most: 1.1 },
  }
}

/** Imports one after the other in one process; returns the processor time of each, in milliseconds. */
async function run({ databaseUrl, folder }: Instance, jobs: readonly Job[]): Promise<number[]> {
  const child = startProgram('import-run.ts', [databaseUrl, folder, JSON.stringify(jobs)])
  const times: number[] = []
  let before = cpuTime(child.pid, folder)
  await new Promise<void>((resolve, reject) => {
    child.process.on('message', ({ added }: Imported) => {
      const now = cpuTime(child.pid, folder)
      times.push(now - before)
      before = now
      if (added !== ROWS) reject(new Error(`The import has added ${added} rows.`))
    })
    child.process.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The import ended (${code}).`)),
    )
  })
  return times
}

async function createAccount({ runtime }: Instance, bills: number): Promise<string> {
  const today = Temporal.Now.plainDateISO('UTC')
  const loaded = await loadDocument(runtime, {
    household: { name: 'Bench', timezone: 'UTC', currency: 'EUR' },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
    accounts: [{ ref: 'a', name: 'Checking', type: 'depository', subtype: 'checking' }],
    categories: [{ ref: 'c', name: 'Everything', kind: 'expense' }],
    category_rules: Array.from({ length: RULES }, (_, index) => ({
      ref: `r${index}`,
      text: `shop ${index}`,
      category: 'c',
    })),
    expenses: Array.from({ length: bills }, (_, index) => ({
      ref: `e${index}`,
      name: `Biller ${letters(index)}`,
      target_amount: 5_000 + index * 731,
      recurrence_interval_months: 1,
      recurrence_anchor_date: today.add({ days: index * 2 }).toString(),
    })),
  })
  return loaded.accounts['a']!
}

const letters = (index: number) => 'abcdefghijklmnop'[index]!.repeat(3)

/** Ten years until today: each bill every 30 days, and shopping. */
function statement(today: Day): string {
  const first = addDays(today, -DAYS)
  const lines = Array.from({ length: ROWS }, (_, n) => {
    const index = Math.floor((n * DAYS) / ROWS)
    const day = addDays(first, index)
    const bill = index % 30
    const isFirst = n === 0 || index !== Math.floor(((n - 1) * DAYS) / ROWS)
    if (isFirst && bill < BILLS) {
      return `${day},BILLER ${letters(bill).toUpperCase()} PPD ID: ${n},${(-(5_000 + bill * 731) / 100).toFixed(2)}`
    }
    const amount = (-(100 + ((n * 7919) % 90_000)) / 100).toFixed(2)
    return `${day},${shops[n % shops.length]} ${n % 200},${amount}`
  })
  return `Date,Description,Amount\n${lines.join('\n')}\n`
}
