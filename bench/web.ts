// What the web application costs a browser, beside its budgets: `npm run bench:web`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { BUNDLE_FOLDER } from '#/pages/bundle.ts'
import { loadDemo } from '#/demo/demo.ts'
import { openSession } from '#/sessions/open.ts'
import { buildBundle, findChromium } from '../test/chromium.ts'
import { givenPerson } from '../test/given-person.ts'
import { openInstance } from './instance.ts'
import { startServer } from './server.ts'

const COUNT = 100_000
const KB = 1024

type Line = { readonly what: string; readonly measured: string; readonly budget: string }

buildBundle()
const instance = await openInstance()
const { world } = instance
const { loaded } = await loadDemo(world, { seed: 'earmark', transactionCount: COUNT })
const householdId = loaded.household_id
const { token } = await openSession(world, {
  personId: await givenPerson(world, householdId, loaded.members['alex']!),
  householdId,
  through: 'password',
  visitor: { address: 'bench', agent: 'bench' },
})
const server = await startServer(instance)
const url = `http://localhost:${server.port}`
const executablePath = findChromium()
if (executablePath === null) throw new Error('Chromium is missing: apt-get install chromium')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const lines = [...sizes(), ...(await measureHome(browser)), ...(await measureList(browser))]
  const width = Math.max(...lines.map(({ what }) => what.length))
  for (const { what, measured, budget } of lines) {
    console.log(`${what.padEnd(width)}  ${measured.padStart(12)}  budget ${budget}`)
  }
} finally {
  await browser.close()
  await server.stop()
  await instance.close()
}

function sizes(): Line[] {
  const zipped = (pattern: string) =>
    globSync(pattern, { cwd: BUNDLE_FOLDER }).map((name) => {
      return gzipSync(readFileSync(join(BUNDLE_FOLDER, name)), { level: 9 }).length
    })
  const styles = zipped('**/*.css').reduce((sum, one) => sum + one, 0)
  const largest = Math.max(
    ...zipped('assets/*.js')
      .toSorted((a, b) => a - b)
      .slice(0, -1),
  )
  return [
    { what: 'largest part loaded later (gzip)', measured: kilobytes(largest), budget: '80 KB' },
    { what: 'all styles (gzip)', measured: kilobytes(styles), budget: '25 KB' },
  ]
}

async function measureHome(from: Browser): Promise<Line[]> {
  const page = await openPage(from)
  const loaded: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js') || response.status() !== 200) return
    loaded.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  const times: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    await page.goto(url)
    await page.getByRole('region', { name: 'Free to spend' }).waitFor()
    times.push(await page.evaluate<number>('performance.now()'))
    if (turn > 0) continue
    await page.waitForLoadState('networkidle')
    page.removeAllListeners('response')
  }
  const first = await Promise.all(loaded)
  const answers: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    answers.push(
      await page.evaluate<number>(`(async () => {
        const began = performance.now()
        await (await fetch('/app/api/home')).json()
        return performance.now() - began
      })()`),
    )
  }
  const shift = await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => list.getEntries().forEach((one) => (sum += one.value)))
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 300)
  })`)
  await page.context().close()
  return [
    {
      what: 'scripts of the first load of Home (gzip)',
      measured: kilobytes(first.reduce((sum, one) => sum + one, 0)),
      budget: '170 KB',
    },
    { what: 'Home painted, warm, 100,000 rows', measured: ms(median(times)), budget: '800 ms' },
    { what: 'GET /app/api/home, p95', measured: ms(quantile(answers, 0.95)), budget: '100 ms' },
    { what: 'layout shift of Home', measured: shift.toFixed(3), budget: '0.02' },
  ]
}

async function measureList(from: Browser): Promise<Line[]> {
  const page = await openPage(from)
  await page.goto(`${url}/transactions`)
  await page.locator('[data-index="0"] time').waitFor()
  const jumps: number[] = []
  for (const share of [0.5, 0.93, 0.2, 1, 0.73, 0.02, 0.61]) jumps.push(await jump(page, share))
  const frames = await fling(page)
  const typing: number[] = []
  for (const word of ['c', 'ci', 'cin', 'cine', 'cinem']) typing.push(await search(page, word))
  const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize')
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length')
  await page.context().close()
  return [
    { what: 'jump to any of 100,000 rows', measured: ms(median(jumps)), budget: '150 ms' },
    { what: 'frame of a fling, p95', measured: ms(quantile(frames, 0.95)), budget: '33 ms' },
    { what: 'keystroke in the search to its rows', measured: ms(median(typing)), budget: '250 ms' },
    { what: 'heap of Transactions', measured: `${Math.round(heap / KB / KB)} MB`, budget: '60 MB' },
    { what: 'elements of Transactions', measured: String(nodes), budget: '1500' },
  ]
}

/** From the jump of the scroll bar until the rows of that place are painted, in milliseconds. */
function jump(page: Page, share: number): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const scroller = document.querySelector('[role=table]').parentElement
    const began = performance.now()
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * ${share}
    const look = () => {
      const frame = scroller.getBoundingClientRect()
      const shown = [...document.querySelectorAll('[role=row][data-index]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > frame.top + 40 && top < frame.bottom
      })
      const near = Math.abs(Number(shown[0]?.dataset.index ?? 0) - ${share} * ${COUNT}) < 60
      if (near && shown.every((row) => row.querySelector('time'))) resolve(performance.now() - began)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)
}

/** Two seconds of fast scrolling, frame by frame, in milliseconds. */
function fling(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const scroller = document.querySelector('[role=table]').parentElement
    const frames = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      frames.push(now - last)
      last = now
      scroller.scrollTop -= 120
      if (frames.length < 120) requestAnimationFrame(step)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(step)
  })`)
}

/** From a keystroke until the list shows what it finds, in milliseconds; the rest after typing is part of it. */
async function search(page: Page, words: string): Promise<number> {
  const field = page.getByLabel('Search transactions')
  const began = performance.now()
  const answered = page.waitForResponse((response) => {
    return (
      new URL(response.url()).searchParams.get('search') === words &&
      response.url().includes('limit=')
    )
  })
  await field.fill(words)
  await answered
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  return performance.now() - began
}

async function openPage(from: Browser): Promise<Page> {
  const context = await from.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 860 },
  })
  await context.addCookies([{ name: 'earmark_session', value: token, url }])
  return context.newPage()
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}

function kilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`
}
