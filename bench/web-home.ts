import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { type Line, median } from './table.ts'
import {
  openPage,
  PHONE,
  quantile,
  rounded,
  slowNetwork,
  slowProcessor,
  type Visit,
} from './web-page.ts'

const ROUNDS = 5
const ANSWERS = 40

/** Home of a household with a hundred thousand transactions: on a desk with a warm server, and for the first time on a phone. */
export async function measureHome(visit: Visit): Promise<Line[]> {
  return [...(await measureWarm(visit)), ...(await measureFirstOnPhone(visit))]
}

async function measureWarm(visit: Visit): Promise<Line[]> {
  const { page, close } = await openPage(visit)
  const painted: number[] = []
  for (let round = 0; round < ROUNDS + 1; round += 1) painted.push(await paintHome(page, visit.url))
  const answers: number[] = []
  for (let turn = 0; turn < ANSWERS; turn += 1) {
    answers.push(
      await page.evaluate<number>(`(async () => {
        const began = performance.now()
        await (await fetch('/app/api/home')).text()
        return performance.now() - began
      })()`),
    )
  }
  await close()
  // The first round filled the browser's cache.
  const warm = painted.slice(1)
  return [
    {
      what: '`GET /app/api/home`, 95 of 100 within',
      measured: `median ${Math.round(median(answers))} ms`,
      value: quantile(answers, 0.95),
      unit: 'ms',
      goal: { most: 100 },
    },
    {
      what: 'Home painted, warm server',
      measured: rounded(warm),
      value: median(warm),
      unit: 'ms',
      goal: { most: 800 },
    },
  ]
}

/** From the navigation until the number is on the screen, in milliseconds. */
async function paintHome(page: Page, url: string): Promise<number> {
  await page.goto(url)
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  return page.evaluate<number>(
    'new Promise((done) => requestAnimationFrame(() => done(performance.now())))',
  )
}

type Vitals = {
  readonly first: number
  readonly largest: number
  readonly blocked: number
  readonly shifted: number
}

async function measureFirstOnPhone(visit: Visit): Promise<Line[]> {
  const rounds: Vitals[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await visitOnPhone(visit))
  const line = (what: string, read: (vitals: Vitals) => number, most: number): Line => {
    const values = rounds.map(read)
    return { what, measured: rounded(values), value: median(values), unit: 'ms', goal: { most } }
  }
  const shifts = rounds.map(({ shifted }) => shifted)
  return [
    line('Phone, first visit: first contentful paint', ({ first }) => first, 1800),
    line('Phone, first visit: largest contentful paint', ({ largest }) => largest, 2000),
    line('Phone, first visit: total blocking time', ({ blocked }) => blocked, 200),
    {
      what: 'Phone, first visit: cumulative layout shift',
      measured: shifts.map((one) => one.toFixed(3)).join(', '),
      value: median(shifts),
      goal: { most: 0.02 },
    },
    {
      what: 'Phone and desk: faults that axe-core finds (WCAG 2.2 AA)',
      measured: 'light and dark',
      value: (await countFaults(visit, 'light')) + (await countFaults(visit, 'dark')),
      unit: 'faults',
      goal: { most: 0 },
    },
  ]
}

// As text: what runs in the page does not belong to this program.
const observe = `
  window.vitals = { first: 0, largest: 0, blocked: 0, shifted: 0 }
  const watch = (type, note) => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  }
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.first = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => (vitals.largest = startTime))
  watch('longtask', ({ duration }) => (vitals.blocked += Math.max(0, duration - 50)))
  watch('layout-shift', ({ value, hadRecentInput }) => (vitals.shifted += hadRecentInput ? 0 : value))`

async function visitOnPhone(visit: Visit): Promise<Vitals> {
  const opened = await openPage(visit, PHONE)
  const { page, close } = opened
  await page.addInitScript(observe)
  await slowNetwork(opened)
  await slowProcessor(opened)
  await page.goto(visit.url)
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await page.waitForLoadState('networkidle')
  const vitals = await page.evaluate<Vitals>(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(vitals), 500)))',
  )
  await close()
  return vitals
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function countFaults(visit: Visit, colorScheme: 'light' | 'dark'): Promise<number> {
  let count = 0
  for (const device of [PHONE, {}]) {
    const { page, close } = await openPage(visit, {
      ...device,
      colorScheme,
      reducedMotion: 'reduce',
    })
    await paintHome(page, visit.url)
    await page.waitForLoadState('networkidle')
    await page.evaluate(axe)
    count += await page.evaluate<number>(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
        .then(({ violations }) => violations.length)`,
    )
    await close()
  }
  return count
}
