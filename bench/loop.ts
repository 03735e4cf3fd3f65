import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Instance } from './instance.ts'
import { measureMatching } from './loop-import.ts'
import type { Line } from './table.ts'

/** `npm run bench -- loop --years 20` simulates so many. */
const YEARS = Number(/--years[ =](\d+)/.exec(process.argv.join(' '))?.[1] ?? 5)

/** The report of the simulation about a year (`test/simulations/year.ts`). */
type Year = {
  readonly seed: number
  readonly payments: number
  readonly bills: Share
  readonly cards: Share
  readonly wrong: number
  readonly evenings: Share
  readonly mornings: Share
}
type Share = { readonly all: number; readonly right: number }

/** How well payments find what they are spent from, and what looking for it costs an import. */
export async function measureLoop(instance: Instance): Promise<Line[]> {
  const years = await simulate()
  return [...linesOf(years), await measureMatching(instance)]
}

function linesOf(years: readonly Year[]): Line[] {
  const bills = shareOf(years, ({ bills: one }) => one)
  const cards = shareOf(years, ({ cards: one }) => one)
  const wrong = shareOf(years, (one) => ({ all: one.payments, right: one.wrong }))
  const evenings = shareOf(years, (one) => one.evenings)
  const mornings = shareOf(years, (one) => one.mornings)
  const what = `${years.length} simulated years`
  return [
    {
      what: `${what}: payments of bills assigned rightly without a person, after the first month`,
      ...bills,
      unit: '%',
      goal: { least: 92 },
    },
    {
      what: `${what}: the same of payments to cards`,
      ...cards,
      unit: '%',
    },
    {
      what: `${what}: payments that were assigned wrongly without asking`,
      ...wrong,
      unit: '%',
      goal: { most: 0.5 },
    },
    {
      what: `${what}: evenings on which free to spend is right to the cent, with answers once a week`,
      ...evenings,
      unit: '%',
      goal: { least: 85 },
    },
    {
      what: `${what}: mornings after the answers on which it is`,
      ...mornings,
      unit: '%',
      goal: { least: 100 },
    },
  ]
}

/** All years together, and the years with the least and the greatest share. */
function shareOf(years: readonly Year[], of: (year: Year) => Share) {
  const shares = years.map(of)
  const all = shares.reduce((total, one) => total + one.all, 0)
  const right = shares.reduce((total, one) => total + one.right, 0)
  const each = shares.map((one) => (100 * one.right) / Math.max(1, one.all))
  const [least, most] = [Math.min(...each), Math.max(...each)]
  return {
    measured: `${right} of ${all}; by year ${least.toFixed(1)} to ${most.toFixed(1)} %`,
    value: (100 * right) / Math.max(1, all),
  }
}

/** Runs the years as the tests do, in a process and on a database of their own. */
async function simulate(): Promise<Year[]> {
  const root = join(import.meta.dirname, '..')
  const args = ['--test', '--test-global-setup=test/support/postgres.ts']
  const child = spawn(process.execPath, [...args, 'test/simulations/year.test.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      EARMARK_TEST_POSTGRES: 'embedded',
      EARMARK_SEQUENCES: String(YEARS),
    },
  })
  const years: Year[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const said = /^year (\{.*\})$/.exec(line)?.[1]
    if (said === undefined) continue
    console.error(`  ${line}`)
    years.push(JSON.parse(said) as Year)
  }
  if (years.length < YEARS)
    throw new Error(`Only ${years.length} of ${YEARS} years came to an end.`)
  return years
}
