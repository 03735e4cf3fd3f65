import type { Page } from 'playwright-core'
import { type Line, median } from './table.ts'
import { openPage, quantile, rounded, slowProcessor, type Visit } from './web-page.ts'

/** Places all over the list, as shares of its length. */
const PLACES = [0.5, 0.93, 0.2, 1, 0.73, 0.02, 0.61]
const WORDS = ['cinema', 'coffee', 'rent', 'tram stop']
const MB = 1024 * 1024

/** Transactions of a household that has `count` of them. */
export async function measureList(visit: Visit, count: number): Promise<Line[]> {
  const { page, close } = await openList(visit)
  const jumps: number[] = []
  for (const share of PLACES) jumps.push(await jump(page, share, count))
  const frames = await fling(page)
  const strokes: number[] = []
  for (const word of WORDS) strokes.push(...(await typeWord(page, word)))
  const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize')
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length')
  await close()
  const among = (values: readonly number[]) => {
    return `${values.length} times, median ${Math.round(median(values))} ms`
  }
  return [
    {
      what: 'Jump to any of 100,000 rows, until painted',
      measured: rounded(jumps),
      value: median(jumps),
      unit: 'ms',
      goal: { most: 150 },
    },
    {
      what: 'Frame of a fling over them, 95 of 100 within',
      measured: among(frames),
      value: quantile(frames, 0.95),
      unit: 'ms',
      goal: { most: 33 },
    },
    {
      what: 'Keystroke in the search until its rows, 95 of 100 within',
      measured: among(strokes),
      value: quantile(strokes, 0.95),
      unit: 'ms',
      goal: { most: 250 },
    },
    {
      what: 'Heap of Transactions',
      measured: 'after all that',
      value: heap / MB,
      unit: 'MB',
      goal: { most: 60 },
    },
    {
      what: 'Elements of Transactions',
      measured: 'after all that',
      value: nodes,
      unit: 'elements',
      goal: { most: 1500 },
    },
    ...(await measureEdits(visit, count)),
    ...(await measureEvents(visit)),
  ]
}

async function openList(visit: Visit) {
  const opened = await openPage(visit)
  await opened.page.goto(`${visit.url}/transactions`)
  await opened.page.locator('[data-index="0"] time').waitFor()
  await opened.page.waitForLoadState('networkidle')
  return opened
}

/** From the jump of the scroll bar until the rows of that place are painted, in milliseconds. */
function jump(page: Page, share: number, count: number): Promise<number> {
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
      const near = Math.abs(Number(shown[0]?.dataset.index ?? 0) - ${share} * ${count}) < ${count} * 0.02
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

/** A word typed letter by letter: from each keystroke until the rows that it finds are painted, in milliseconds. */
async function typeWord(page: Page, word: string): Promise<number[]> {
  const field = page.getByLabel('Search transactions')
  await field.fill('')
  await page.waitForLoadState('networkidle')
  const times: number[] = []
  for (let length = 1; length <= word.length; length += 1) {
    const words = word.slice(0, length)
    if (words.endsWith(' ')) continue
    const answered = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url())
      return pathname.endsWith('/transaction-rows') && searchParams.get('search') === words
    })
    const began = performance.now()
    await field.fill(words)
    await answered
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    times.push(performance.now() - began)
  }
  return times
}

/** Filing a row under another category: from the key that decides until the row shows it. */
async function measureEdits(visit: Visit, count: number): Promise<Line[]> {
  const { page, close } = await openList(visit)
  const few: number[] = []
  for (const name of ['Travel', 'Health', 'Coffee', 'Shopping', 'Transport'])
    few.push(await file(page, name))
  for (let at = 1; at <= 30; at += 1) await jump(page, (at * 100) / count, count)
  await page.evaluate(`document.querySelector('[role=table]').parentElement.scrollTop = 0`)
  await page.locator('[data-index="0"] time').waitFor()
  const many: number[] = []
  for (const name of ['Travel', 'Health', 'Coffee', 'Shopping', 'Transport'])
    many.push(await file(page, name))
  await close()
  const line = (what: string, values: readonly number[]): Line => {
    return {
      what,
      measured: rounded(values),
      value: median(values),
      unit: 'ms',
      goal: { most: 50 },
    }
  }
  return [
    line('A change in the list, until it shows', few),
    line('The same with 3,000 rows loaded', many),
  ]
}

async function file(page: Page, category: string): Promise<number> {
  await page.locator('[data-index="0"]').focus()
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill(category)
  await page
    .getByRole('dialog', { name: 'Category' })
    .getByRole('option', { name: category })
    .waitFor()
  await page.evaluate(`window.edited = new Promise((resolve) => {
    let began = Infinity
    addEventListener('keydown', ({ timeStamp }) => (began = timeStamp), { capture: true, once: true })
    const look = () => {
      const now = performance.now()
      const row = document.querySelector('[data-index="0"]')
      if (now > began && row.innerText.includes('${category}')) resolve(now - began)
      else requestAnimationFrame(look)
    }
    look()
  }); 0`)
  await page.keyboard.press('Enter')
  const time = await page.evaluate<number>('edited')
  await page.waitForLoadState('networkidle')
  return time
}

/** Everything that is done often, on a processor that is four times slower: how long until the screen has answered. */
async function measureEvents(visit: Visit): Promise<Line[]> {
  const opened = await openList(visit)
  const { page, close } = opened
  await page.evaluate(`
    window.events = []
    new PerformanceObserver((list) => events.push(...list.getEntries()
      .filter(({ interactionId }) => interactionId > 0)
      .map(({ name, duration }) => ({ name, duration }))))
      .observe({ type: 'event', durationThreshold: 16 })`)
  await slowProcessor(opened)
  const lines: Line[] = []
  for (const [what, act] of Object.entries(deeds)) {
    const worst: number[] = []
    for (let round = 0; round < 5; round += 1)
      worst.push(await act(page).then(() => takeWorst(page)))
    lines.push({
      what: `${what}, processor four times slower`,
      measured: rounded(worst),
      value: median(worst),
      unit: 'ms',
      goal: { most: 100 },
    })
  }
  await close()
  return lines
}

const deeds: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Arrow keys along the list': async (page) => {
    await page.locator('[data-index="0"]').focus()
    for (let turn = 0; turn < 4; turn += 1) await page.keyboard.press('j')
  },
  'Selecting a row': async (page) => {
    await page.keyboard.press('Space')
    await page.keyboard.press('Space')
  },
  'Opening the palette, typing in it and closing it': async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('pla')
    await page.getByRole('option', { name: 'Plan' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
  'Typing in the search': async (page) => {
    await page.getByLabel('Search transactions').pressSequentially('ca')
    await page.getByLabel('Search transactions').fill('')
    await page.waitForLoadState('networkidle')
  },
  'Opening and closing a row': async (page) => {
    await page.locator('[data-index="1"]').click({ position: { x: 60, y: 20 } })
    await page.getByRole('region', { name: 'Transaction' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Transaction' }).waitFor({ state: 'detached' })
  },
  'Going to Plan and back': async (page) => {
    await page.getByRole('link', { name: 'Plan' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor()
    await page.getByRole('link', { name: 'Transactions' }).first().click()
    await page.locator('[data-index="0"] time').waitFor()
  },
}

/** The longest that an event took from the hand to the painted screen, since this was asked last. */
async function takeWorst(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => {
      resolve(Math.max(0, ...events.splice(0).map(({ duration }) => duration)))
    }, 100))
  })`)
}
