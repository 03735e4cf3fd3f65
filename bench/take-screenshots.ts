// Takes the pictures of docs/: Home of the demo household, on a day that is always the same, in both themes.
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { openInstance } from './instance.ts'
import { startServer } from './server.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import { openSession } from '#/access/sessions/open.ts'
import { buildBundle, CHROMIUM_MISSING, findChromium } from '../test/support/chromium.ts'
import { givenPerson } from '../test/support/given-person.ts'

/** A day with a payday ahead of it. */
const NOW = '2026-11-20T09:00:00Z'
const WINDOW = { width: 1280, height: 904 }

const executablePath = findChromium()
if (executablePath === null) throw new Error(CHROMIUM_MISSING)
buildBundle()
const instance = await openInstance()
const runtime = { ...instance.runtime, now: () => Temporal.Instant.from(NOW) }
const { loaded } = await loadDemo(runtime, { seed: 'earmark', transactionCount: null })
const personId = await givenPerson(runtime, loaded.household_id, loaded.members['alex']!)
const { token } = await openSession(runtime, {
  personId,
  householdId: loaded.household_id,
  through: 'password',
  client: { address: 'here', agent: 'Chromium' },
})
const server = await startServer(instance, { EARMARK_NOW: NOW })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await takeHome('light', 'home.png')
  await takeHome('dark', 'home-dark.png')
} finally {
  await browser.close()
  await server.stop()
  await instance.close()
}

async function takeHome(colorScheme: 'light' | 'dark', name: string): Promise<void> {
  const url = `http://localhost:${server.port}`
  const context = await browser.newContext({ locale: 'en-GB', viewport: WINDOW, colorScheme })
  await context.addCookies([{ name: 'earmark_session', value: token, url }])
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({
    path: join(import.meta.dirname, '../docs', name),
    animations: 'disabled',
  })
  await context.close()
}
