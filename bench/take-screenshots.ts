// Takes the pictures of docs/: Home of the demo household, on a day that is always the same, in both themes. With `--all DIR`,
// every screen on a desk and on a phone, in both themes, into that folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { listScreens } from '../test/support/routes.ts'
import { type DemoVisit, visitDemo } from './demo-visit.ts'

/** A day with a payday ahead of it. */
const NOW = '2026-11-20T09:00:00Z'
const PICTURE = { width: 1280, height: 904 }
const DESK = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }

/** Pages that the server draws besides the screens of the application. */
const PAGES = ['/docs', '/docs/api-guide']
/** Addresses that only redirect, or that are for people without a session. */
const LEFT_OUT = ['/insights', '/setup']

const all = process.argv.indexOf('--all')
const folder = all === -1 ? null : process.argv[all + 1]
if (folder === undefined) throw new Error('Name a folder after --all.')

const visit = await visitDemo(NOW)
try {
  if (folder === null) {
    await takeHome(visit, 'light', 'home.png')
    await takeHome(visit, 'dark', 'home-dark.png')
  } else {
    mkdirSync(folder, { recursive: true })
    await takeAll(visit, folder)
  }
} finally {
  await visit.close()
}

async function takeHome(
  { open }: DemoVisit,
  colorScheme: 'light' | 'dark',
  name: string,
): Promise<void> {
  const page = await open({ viewport: PICTURE, colorScheme })
  await page.goto('/')
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await settle(page)
  const path = join(import.meta.dirname, '../docs', name)
  await page.screenshot({ path, animations: 'disabled' })
  await page.context().close()
}

async function takeAll(demo: DemoVisit, into: string): Promise<void> {
  const addresses = await addressesOf(demo)
  for (const [device, options] of [
    ['desk', { viewport: DESK }],
    ['phone', { viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true }],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await demo.open({ ...options, colorScheme })
      for (const [name, address] of addresses) {
        await page.goto(address)
        await settle(page)
        const path = join(into, `${name}-${device}-${colorScheme}.png`)
        await page.screenshot({ path, animations: 'disabled' })
      }
      await page.context().close()
    }
  }
}

/** Every screen, with a name for its file; the set-aside that is shown is the rent. */
async function addressesOf({ loaded }: DemoVisit): Promise<readonly (readonly [string, string])[]> {
  const rent = loaded.expenses['rent'] ?? Object.values(loaded.expenses)[0]!
  const screens = (await listScreens())
    .map(({ path }) => path)
    .filter((path) => !LEFT_OUT.includes(path) && !path.startsWith('/developers/webhooks/'))
    .map((path) => path.replace('$id', rent))
  return [...screens, ...PAGES].map((address) => {
    const words = address.replace(rent, 'rent').split('/').filter(Boolean)
    return [words.join('-') || 'home', address]
  })
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => 0)')
}
