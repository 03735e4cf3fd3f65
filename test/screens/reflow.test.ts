import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDemo } from '#/documents/demo/demo.ts'
import { DESKTOP, startBrowser, type TestPage } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const { loaded } = await loadDemo(product.runtime, { seed: 'earmark', transactionCount: null })
const { cookie } = await product.member(loaded.household_id, loaded.members['alex']!)

const paths = [
  '/',
  '/transactions',
  '/plan',
  '/paydays',
  '/insights/net-worth',
  '/insights/spending',
  '/accounts',
  '/developers',
  '/developers/keys',
  '/developers/requests',
  '/developers/webhooks',
  '/settings',
  '/settings/categories',
  '/settings/people',
  '/settings/you',
  '/settings/data',
  '/sign-in',
]

/** Lengthens every word by two fifths, as other languages do; numbers stay. */
const lengthen = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    node.data = node.data.replaceAll(/\\p{L}{2,}/gu, (word) => word + 'ø'.repeat(Math.ceil(word.length * 0.4)))
  }
})()`

/** Finds the elements outside the window on a page that scrolls sideways. */
const sticksOut = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.querySelectorAll('main *')].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > clientWidth + 1 || left < -1
  }).map(({ tagName, className, textContent }) => [tagName, className, textContent.slice(0, 40)].join(' '))
})()`

async function findMisfits(page: TestPage, where: string): Promise<string[]> {
  const found = await page.evaluate<string[]>(sticksOut)
  return found.map((element) => `${where}: ${element}`)
}

test('no page scrolls sideways when zoomed, on a small phone, or in other languages', async () => {
  const page = await browser.open({ url, cookie })
  const misfits: string[] = []
  for (const path of paths) {
    await page.setViewportSize(DESKTOP)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    // A page of 1280 pixels is 640 pixels wide at 200 %, and 320 at 400 %.
    await page.setViewportSize({ width: 640, height: 430 })
    misfits.push(...(await findMisfits(page, `${path} at 200 %`)))
    await page.setViewportSize({ width: 320, height: 640 })
    misfits.push(...(await findMisfits(page, `${path} at 400 %`)))
    await page.evaluate(`document.documentElement.dir = 'rtl'`)
    misfits.push(...(await findMisfits(page, `${path} from right to left`)))
    await page.evaluate(`document.documentElement.dir = 'ltr'`)
    await page.evaluate(lengthen)
    await page.setViewportSize({ width: 360, height: 740 })
    misfits.push(...(await findMisfits(page, `${path} in a longer language`)))
  }
  assert.deepEqual(misfits, [])
  page.assertQuiet()
})

/** Pairs each dialog with the control that opens it and the one that closes it. */
const dialogs: readonly (readonly [path: string, opener: string, close: string])[] = [
  ['/plan', 'New Expense', 'Escape'],
  ['/developers/keys', 'Make a key', 'Cancel'],
  ['/developers/webhooks', 'Add a webhook', 'Cancel'],
  ['/transactions', 'New transaction', 'Escape'],
]

test('after each dialog the focus returns to the control that opened it', async () => {
  const page = await browser.open({ url, cookie })
  for (const [path, opener, close] of dialogs) {
    await page.goto(path)
    const button = page.getByRole('button', { name: opener }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.until(`document.querySelector('[role=dialog]').contains(document.activeElement)`)
    if (close === 'Escape') await page.keyboard.press('Escape')
    else await dialog.getByRole('button', { name: close }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.until(`document.activeElement?.textContent.includes(${JSON.stringify(opener)})`)
  }
  page.assertQuiet()
})
