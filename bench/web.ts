// Measures what the web application costs a browser, beside its budgets: `npm run bench:web`, or one part (`sizes`, `home`, `river`, `list`, `import`).
import { loadavg } from 'node:os'
import { chromium } from 'playwright-core'
import { loadDemo } from '#/documents/demo/demo.ts'
import { openSession } from '#/access/sessions/open.ts'
import { buildBundle, CHROMIUM_MISSING, findChromium } from '../test/support/chromium.ts'
import { givenPerson } from '../test/support/given-person.ts'
import { keepTable } from './keep-table.ts'
import { settleTables } from './fill.ts'
import { openInstance } from './instance.ts'
import { startServer } from './server.ts'
import { isReached, type Line, toTable } from './table.ts'
import { measureHome } from './web-home.ts'
import { measureImport } from './web-import.ts'
import { measureList } from './web-list.ts'
import { measureRiver } from './web-river.ts'
import type { Visit } from './web-page.ts'
import { measureSizes } from './web-sizes.ts'

const TRANSACTIONS = 100_000
const [named] = process.argv.slice(2)

const executablePath = findChromium()
if (executablePath === null) throw new Error(CHROMIUM_MISSING)
buildBundle()
const instance = await openInstance()
const token = await signIn()
const server = await startServer(instance)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const began = loadavg()[0]!
try {
  const lines = await measure({ browser, url: `http://localhost:${server.port}`, token })
  console.log(toTable(lines))
  const load = `load ${began.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`
  if (named === undefined) keepTable('web', lines, `Chromium ${browser.version()}`, load)
  process.exitCode = lines.every(isReached) ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
  await instance.close()
}

/** The demo household, with a history that is longer than anybody's, and somebody signed in to it. */
async function signIn(): Promise<string> {
  const { runtime } = instance
  const demo = await loadDemo(runtime, { seed: 'earmark', transactionCount: TRANSACTIONS })
  await settleTables(instance.admin)
  const { household_id: householdId, members } = demo.loaded
  const personId = await givenPerson(runtime, householdId, members['alex']!)
  const client = { address: 'bench', agent: 'bench' }
  const session = await openSession(runtime, {
    personId,
    householdId,
    through: 'password',
    client,
  })
  return session.token
}

async function measure(visit: Visit): Promise<Line[]> {
  const parts = {
    sizes: measureSizes,
    home: measureHome,
    river: measureRiver,
    list: () => measureList(visit, TRANSACTIONS),
    // Last: the others count on so many transactions and no more.
    import: () => measureImport(visit),
  }
  const lines: Line[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (named === undefined || named === name) lines.push(...(await part(visit)))
  }
  return lines
}
