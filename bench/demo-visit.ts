import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { openSession } from '#/access/sessions/open.ts'
import type { Loaded } from '#/documents/load.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import { buildBundle, CHROMIUM_MISSING, findChromium } from '../test/support/chromium.ts'
import { givenPerson } from '../test/support/given-person.ts'
import { type Instance, openInstance } from './instance.ts'
import { startServer } from './server.ts'

/** The demo household in a browser, at a moment that is always the same. */
export type DemoVisit = {
  readonly browser: Browser
  readonly url: string
  readonly instance: Instance
  readonly loaded: Loaded
  /** Opens a page with somebody signed in. Nothing moves by itself, so two runs show the same. */
  readonly open: (options: BrowserContextOptions) => Promise<Page>
  readonly close: () => Promise<void>
}

/** `now` is the moment for which the household is made, and at which the server stands still. */
export async function visitDemo(now: string): Promise<DemoVisit> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error(CHROMIUM_MISSING)
  buildBundle()
  const instance = await openInstance()
  const { loaded, token } = await prepare(instance, now)
  const server = await startServer(instance, { EARMARK_NOW: now })
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  })
  const url = `http://localhost:${server.port}`
  return {
    browser,
    url,
    instance,
    loaded,
    open: async (options) => {
      const context = await browser.newContext({
        baseURL: url,
        locale: 'en-GB',
        timezoneId: 'Europe/Madrid',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
      })
      await context.addCookies([{ name: 'earmark_session', value: token, url }])
      return context.newPage()
    },
    close: async () => {
      await browser.close()
      await server.stop()
      await instance.close()
    },
  }
}

async function prepare(instance: Instance, now: string) {
  const runtime = { ...instance.runtime, now: () => Temporal.Instant.from(now) }
  const { loaded } = await loadDemo(runtime, { seed: 'earmark', transactionCount: null })
  const personId = await givenPerson(runtime, loaded.household_id, loaded.members['alex']!)
  const { token } = await openSession(runtime, {
    personId,
    householdId: loaded.household_id,
    through: 'password',
    client: { address: 'here', agent: 'Chromium' },
  })
  return { loaded, token }
}
