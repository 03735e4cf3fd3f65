import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { slowDown } from './slow-line.ts'

/** A browser for a test file: Chromium as the system has it, driven from outside. It goes when the file ends. */
export type TestBrowser = {
  /** Opens a page of its own, with what it stores, and holds it to what every page must keep. */
  readonly open: (options: OpenOptions) => Promise<TestPage>
}

export type OpenOptions = Pick<
  BrowserContextOptions,
  'colorScheme' | 'locale' | 'timezoneId' | 'viewport' | 'hasTouch' | 'serviceWorkers'
> & {
  /** Where the product answers. */
  readonly url: string
  /** `earmark_session=…` of who is signed in; nobody without. */
  readonly cookie?: string
}

export type TestPage = Page & {
  /** Fails if something went wrong in the page since it was opened: an error, or something that the policy forbade. */
  readonly assertQuiet: () => void
  /** Fails with what axe-core finds wrong for people who see, hear or move otherwise (WCAG 2.2 AA). */
  readonly assertAccessible: (where: string) => Promise<void>
  /** Holds what is on the screen now to both of that and to the width of the window, in each of the looks. */
  readonly assertUsable: (where: string, looks?: readonly Look[]) => Promise<void>
  /** Waits until a page has loaded all that it asks for, and drawn it. */
  readonly settled: () => Promise<void>
  /** Leads the open application to another address, as its links do: in half the time of loading it again. */
  readonly navigate: (address: string) => Promise<void>
  /** Waits until an expression holds in the page: the page's own policy forbids it to evaluate one itself. */
  readonly until: (expression: string) => Promise<void>
}

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 860 }

export type Look = {
  readonly viewport: typeof PHONE
  readonly colorScheme: 'light' | 'dark'
}

/** On phones and desks, in both themes: for whole screens, each once (`every-screen.test.ts`). */
export const EVERY_LOOK: readonly Look[] = [PHONE, DESKTOP].flatMap((viewport) => [
  { viewport, colorScheme: 'light' },
  { viewport, colorScheme: 'dark' },
])
/** Each size and each theme once: for states of a screen that is held to every look elsewhere. */
export const TWO_LOOKS: readonly Look[] = [
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
]

/** Advice for a machine without Chromium; the tests that need it fail with it. */
export const CHROMIUM_MISSING =
  'Chromium is missing: install it (`apt-get install chromium`), or name it in CHROMIUM_PATH.'

const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Where Chromium is: named by the environment, or where systems put it. Its shell without a window shows, runs and stores pages
 * by the same engine, and a test file costs a sixth less in it. `whole`: not the shell, which shows no notifications.
 */
export function findChromium({ whole = false } = {}): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : null
  const places = whole ? WHOLE : [SHELL, ...WHOLE]
  return places.find((path) => existsSync(path)) ?? null
}

/**
 * Playwright's own list, which a second flag replaces, and the menus of the address bar: Chromium renders them for each
 * window, though nobody ever types there, and a test page costs half as much without.
 */
const DISABLED_FEATURES = `--disable-features=${[
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
].join(',')}`

/** Starts Chromium; `whole`: one that can show notifications. */
export async function startBrowser(
  options: { readonly whole?: boolean } = {},
): Promise<TestBrowser> {
  const executablePath = findChromium(options)
  assert.ok(executablePath, CHROMIUM_MISSING)
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      DISABLED_FEATURES,
    ],
  })
  after(() => browser.close())
  return { open: (options) => openPage(browser, options) }
}

/** Builds the web application where its sources are newer than what is built: `npm test` does so once, before all files. */
export function buildBundle(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../bin/build-web.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function openPage(browser: Browser, options: OpenOptions): Promise<TestPage> {
  const { url, cookie, ...context } = options
  const made = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    // Only where a test is about it: what a page asks for goes past the others' eyes then.
    serviceWorkers: 'block',
    ...context,
  })
  if (cookie !== undefined) {
    const [name, value] = cookie.split('=') as [string, string]
    await made.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  }
  await slowDown(made)
  const page = await made.newPage()
  const faults = listenForFaults(page)
  const requests = countRequests(page)
  return Object.assign(page, {
    settled: () => settled(page, requests),
    assertQuiet: () => assert.deepEqual(faults, []),
    assertAccessible: (where: string) => assertAccessible(page, where),
    assertUsable: (where: string, looks = TWO_LOOKS) => assertUsable(page, where, looks),
    navigate: (address: string) => navigate(page, address, requests),
    until: (expression: string) => until(page, expression),
  })
}

/** How long a page may take to become what is waited for, in milliseconds. */
const PATIENCE_MS = 20_000

/** How often `until` asks the page, in milliseconds: asking at each frame would take most of the time that the page needs. */
const ASK_MS = 100

async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await page.evaluate<boolean>(expression))) {
    assert.ok(performance.now() < deadline, `never came true: ${expression}`)
    await page.waitForTimeout(ASK_MS)
  }
}

/** Milliseconds without a change after which a screen has replaced the one before it. */
const STILL_MS = 400

/** The application's router listens to the history of the browser. The screen before stays until the next one is loaded and drawn. */
async function navigate(page: Page, address: string, requests: Requests): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  const deadline = performance.now() + PATIENCE_MS
  do {
    assert.ok(performance.now() < deadline, `${address} never comes to rest`)
    await page.evaluate(`new Promise((resolve) => {
      let timer
      const rest = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          observer.disconnect()
          resolve()
        }, ${STILL_MS})
      }
      const observer = new MutationObserver(rest)
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
      rest()
    })`)
  } while (requests.open() > 0)
}

/** Eight frames; after so many without a request a page asks for nothing more. */
const QUIET = `(async () => { for (let frame = 0; frame < 8; frame += 1) await new Promise(requestAnimationFrame) })()`

/** The requests of a page: how many are open, and how many there have been. */
type Requests = { readonly open: () => number; readonly begun: () => number }

function countRequests(page: Page): Requests {
  const open = new Set<unknown>()
  let begun = 0
  page.on('request', (request) => {
    open.add(request)
    begun += 1
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return { open: () => open.size, begun: () => begun }
}

async function settled(page: Page, requests: Requests): Promise<void> {
  // Behind a dialog, the heading has no role.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const deadline = performance.now() + PATIENCE_MS
  for (let before = -1; before !== requests.begun() || requests.open() > 0;) {
    assert.ok(performance.now() < deadline, `${requests.open()} requests are still open`)
    before = requests.begun()
    await page.evaluate(QUIET)
  }
}

/** Faults that a healthy page never shows. An error answer of the API concerns the caller, not the page. */
function listenForFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) faults.push(text)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A read that nobody waits for any more is given up.
    if (reason !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${reason}`)
  })
  // As text: what runs in the page does not belong to this program.
  void page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample)
  })`)
  return faults
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeResults = {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

// Evaluated from outside, so that the page's own policy stays in force.
const WCAG = `['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']`

/**
 * Found is the same, for a third of the processor time: only violations are described, by their HTML instead of a selector, and
 * of what a page loads only media are looked at, since no rule of these standards that is in use reads style sheets.
 */
const LEAN = `{ resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } }`

/** The rules of the same standards that judge colors. */
const COLOR_RULES = `{ type: 'rule', values: axe.getRules(['cat.color']).filter(({ tags }) => tags.some((tag) => ${WCAG}.includes(tag))).map(({ ruleId }) => ruleId) }`

async function assertAccessible(page: Page, where: string, rules = WCAG): Promise<void> {
  if (await page.evaluate(`typeof window.axe === 'undefined'`)) await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${rules}, ...${LEAN} })`,
  )
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.slice(0, 4).map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }))
  assert.deepEqual(found, [], where)
}

/** True if all that rules read but for colors is as before: the elements with what they hold, where they stand, and if they show. */
const IS_SAME_SHAPE = `(() => {
  const shapes = [...document.querySelectorAll('*')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const { display, visibility, opacity, position, clipPath, pointerEvents, overflow } = getComputedStyle(element)
    const { value, checked, disabled } = element
    return [x, y, width, height, display, visibility, opacity, position, clipPath, pointerEvents, overflow, value, checked, disabled].join()
  })
  const shape = [innerWidth, document.activeElement?.outerHTML, document.documentElement.outerHTML, ...shapes].join(' ')
  const isSame = shape === window.shapeBefore
  window.shapeBefore = shape
  return isSame
})()`

async function assertUsable(page: Page, place: string, looks: readonly Look[]): Promise<void> {
  await page.evaluate('delete window.shapeBefore')
  for (const { viewport, colorScheme } of looks) {
    const where = `${place}, ${viewport.width} px, ${colorScheme}`
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const isSame = await page.evaluate<boolean>(IS_SAME_SHAPE)
    // Another theme of the same shape can break the rules of colors only; to judge all again takes twice the time.
    await assertAccessible(page, where, isSame ? COLOR_RULES : WCAG)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= viewport.width, `${where} is ${width} px wide`)
  }
}
