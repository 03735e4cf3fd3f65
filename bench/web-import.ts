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
  await page.getByRole('combobox', { name: 'Account', exact: true }).selectOption('New account…')
  await page.getByLabel('Account name').fill('Measured')
  await page.locator('input[type=file]').setInputFiles({
    name: 'history.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(historyOf(ROWS)),
  })
  await page.waitForLoadState('networkidle')
  await page.evaluate(observe)
  const pressed = async (button: string, shown: string) => {
    const seen = page.evaluate<number>(`watched.until(${JSON.stringify(shown)})`)
    await page.getByRole('button', { name: button }).click()
    return seen
  }
  const commit = 'Import 10,000 transactions'
  const preview = await pressed('Preview', commit)
  await page.evaluate('watched.said = [performance.now()]; 0')
  const whole = await pressed(commit, '10,000 transactions imported')
  const { said, task } = await page.evaluate<{ said: number[]; task: number }>(
    '({ said: watched.said, task: watched.task })',
  )
  await close()
  const silence = Math.max(...said.slice(1).map((at, index) => at - said[index]!))
  return { preview, whole, silence, task }
}

// As text: what runs in the page does not belong to this program, which would look again only twice a second.
const observe = `
  const content = document.querySelector('main')
  const news = (tell) => {
    const observer = new MutationObserver(tell)
    observer.observe(content, { subtree: true, childList: true, characterData: true })
    return observer
  }
  // From the press until a button or a heading says it, in milliseconds.
  const until = (words) => new Promise((resolve) => {
    let began = Infinity
    addEventListener('click', ({ timeStamp }) => (began = timeStamp), { capture: true, once: true })
    const observer = news(() => {
      const said = [...content.querySelectorAll('button, h1, h2')]
      if (!said.some(({ textContent }) => textContent.includes(words))) return
      observer.disconnect()
      resolve(performance.now() - began)
    })
  })
  window.watched = { said: [], task: 0, until }
  news(() => watched.said.push(performance.now()))
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.task = Math.max(watched.task, duration)
  }).observe({ type: 'longtask' })`

/** Three rows a day up to one day of the present year, no two alike. */
function historyOf(rows: number): string {
  const last = Date.UTC(2026, 0, 31)
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = new Date(last - Math.floor(index / 3) * 86_400_000).toISOString().slice(0, 10)
    return `${day},Shop ${index % 200},-${1 + (index % 90)}.${String(index % 100).padStart(2, '0')}`
  })
  return ['Date,Description,Amount', ...lines].join('\n')
}
