import type { Line } from './table.ts'
import { openPage, type Visit } from './web-page.ts'

const ROWS = 10_000
const PATIENCE_MS = 120_000

type Import = {
  readonly preview: number
  readonly whole: number
  /** The longest time in which the screen said nothing new about how far it is. */
  readonly silence: number
  /** The longest task of the page's main thread, 0 where none took more than 50 ms. */
  readonly task: number
}

/** A file of ten thousand rows, from the choice of it until the screen says that it is imported. */
export async function measureImport(visit: Visit): Promise<Line[]> {
  const { preview, whole, silence, task } = await importFile(visit)
  const line = (what: string, value: number, most: number): Line => {
    const measured = `${ROWS} rows, one run`
    return { what: `Import of a file: ${what}`, measured, value, unit: 'ms', goal: { most } }
  }
  return [
    line('until it is looked at', preview, 1000),
    line('longest silence about how far it is', silence, 500),
    line('until the screen says that it is done', whole, 15_000),
    line('longest task of the page', task, 100),
  ]
}

async function importFile(visit: Visit): Promise<Import> {
  const { page, close } = await openPage(visit)
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(`${visit.url}/accounts/import`)
  await page.getByLabel('Into which account').selectOption('A new account…')
  await page.getByLabel('Name of the account').fill('Measured')
  await page.locator('input[type=file]').setInputFiles({
    name: 'history.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(historyOf(ROWS)),
  })
  await page.waitForLoadState('networkidle')
  await page.evaluate(observe)
  const commit = page.getByRole('button', { name: 'Import 10,000 transactions' })
  const preview = await timed(async () => {
    await page.getByRole('button', { name: 'Look at it' }).click()
    await commit.waitFor()
  })
  await page.evaluate('watched.said = [performance.now()]; 0')
  const whole = await timed(async () => {
    await commit.click()
    await page.getByRole('heading', { name: '10,000 transactions imported' }).waitFor()
  })
  const { said, task } = await page.evaluate<{ said: number[]; task: number }>('watched')
  await close()
  const silence = Math.max(...said.slice(1).map((at, index) => at - said[index]!))
  return { preview, whole, silence, task }
}

// As text: what runs in the page is no part of this program.
const observe = `
  window.watched = { said: [], task: 0 }
  new MutationObserver(() => watched.said.push(performance.now())).observe(
    document.querySelector('main'), { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.task = Math.max(watched.task, duration)
  }).observe({ type: 'longtask' })`

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Three rows a day up to one day of the present year, no two alike. */
function historyOf(rows: number): string {
  const last = Date.UTC(2026, 0, 31)
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = new Date(last - Math.floor(index / 3) * 86_400_000).toISOString().slice(0, 10)
    return `${day},Shop ${index % 200},-${1 + (index % 90)}.${String(index % 100).padStart(2, '0')}`
  })
  return ['Date,Description,Amount', ...lines].join('\n')
}
