import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright-core'

/** A visitor: the signed-in person, and the device. */
export type Visit = {
  readonly browser: Browser
  readonly url: string
  /** Null: nobody is signed in. */
  readonly token: string | null
}

/** A page with nothing in its cache, and the wire to slow it down. */
export type BenchPage = {
  readonly page: Page
  readonly devtools: CDPSession
  readonly close: () => Promise<void>
}

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 860 } }
/** The phone that Lighthouse 12 pretends to be. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

export async function openPage(
  { browser, url, token }: Visit,
  device: BrowserContextOptions = DESK,
): Promise<BenchPage> {
  const context = await browser.newContext({ locale: 'en-GB', ...device })
  if (token !== null) await context.addCookies([{ name: 'earmark_session', value: token, url }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  return { page, devtools, close: () => context.close() }
}

/** How much slower than this machine the processor of a phone is taken to be. */
const PHONE_SLOWDOWN = 4

export async function slowProcessor({ devtools }: BenchPage): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN })
}

/** “Slow 4G” as Lighthouse 12 applies it through DevTools: every request waits, and bytes come slowly. */
export async function slowNetwork({ devtools }: BenchPage): Promise<void> {
  const bytes = (kilobits: number) => (kilobits * 1024) / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150 * 3.75,
    downloadThroughput: bytes(1.6 * 1024 * 0.9),
    uploadThroughput: bytes(750 * 0.9),
  })
}

/** Sorted, the value that so great a share of them does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export function rounded(values: readonly number[]): string {
  return values.map((value) => Math.round(value)).join(', ')
}
