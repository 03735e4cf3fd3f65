import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDemo } from '#/documents/demo/demo.ts'
import { DESKTOP, EVERY_LOOK, startBrowser, type TestPage, TWO_LOOKS } from '../support/chromium.ts'
import { givenConnection } from '../support/given-connection.ts'
import { startProduct } from '../support/product.ts'

// Every screen is opened once for each of three people, and all rules that hold for every screen are checked on it.

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

type Visitor = { readonly cookie: string; readonly paths: readonly string[] }

/** The demo household: a budget in use. */
const { loaded: demo } = await loadDemo(product.runtime, {
  seed: 'earmark',
  transactionCount: null,
})
const alex = await product.member(demo.household_id, demo.members['alex']!)
const { body: expenses } = await alex.request<{ id: string; name: string }[]>('GET', '/expenses')
const rent = expenses.find(({ name }) => name === 'Rent')!.id

/** A household without anything. */
const empty = await product.household()
const nobody = await product.member(empty.household_id, empty.members['ada']!)

/** A household with a bank, keys and requests, for the screens of management. */
const managed = await product.household({
  accounts: [
    { ref: 'cash', name: 'Purse', type: 'wallet', balance: 4_000 },
    { ref: 'visa', name: 'Visa', type: 'credit', balance: -12_000, institution_name: 'Bank' },
  ],
  categories: [{ ref: 'food', name: 'Food' }],
})
const owner = { householdId: managed.household_id, memberId: managed.members['ada']! }
const keeper = await product.member(owner.householdId, owner.memberId)
await givenConnection(product.runtime, { ...owner, accounts: 2 })
await product.request('GET', '/nothing', { key: managed.keys['rw']!.api_key })
await product.journal.flush()

const budgeting = [
  '/',
  '/transactions',
  '/plan',
  '/calendar',
  '/insights/spending',
  '/insights/cash-flow',
  '/insights/subscriptions',
  '/insights/net-worth',
]

const visitors: Readonly<Record<string, Visitor>> = {
  alex: {
    cookie: alex.cookie,
    paths: [
      ...budgeting,
      `/plan/${rent}`,
      '/plan?do=new',
      '/plan?do=transfer',
      '/calendar?new=1',
      '/calendar?day=2026-02-13',
      '/insights/spending?range=all',
      '/insights/net-worth?from=2025-12-01&to=2026-01-10',
    ],
  },
  nobody: { cookie: nobody.cookie, paths: budgeting },
  keeper: {
    cookie: keeper.cookie,
    paths: [
      '/accounts',
      '/accounts/import',
      '/accounts/move-in',
      '/developers',
      '/developers/keys',
      '/developers/requests',
      '/developers/webhooks',
      '/settings',
      '/settings/categories',
      '/settings/people',
      '/settings/you',
      '/settings/notices',
      '/settings/sessions',
      '/settings/access',
      '/settings/data',
      '/sign-in',
      '/setup',
      '/invite',
      '/reset',
    ],
  },
}

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

/** Looks at a page in other sizes, directions and languages. Returns what sticks out of the window. */
async function squeeze(page: TestPage, path: string): Promise<string[]> {
  const misfits: string[] = []
  await page.setViewportSize(DESKTOP)
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
  return misfits
}

type Faults = { readonly unusable: string[]; readonly misfits: string[]; readonly loud: string[] }

/** Opens every screen of every visitor. Opening takes most of the time, so that the tests below share it. */
async function walk(): Promise<Faults> {
  const faults: Faults = { unusable: [], misfits: [], loud: [] }
  const gather = async (into: string[], work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      into.push(error instanceof Error ? error.message : String(error))
    }
  }
  for (const [who, { cookie, paths }] of Object.entries(visitors)) {
    // A budget in use has every part of a screen; the others differ from it in what is missing.
    const looks = who === 'alex' ? EVERY_LOOK : TWO_LOOKS
    const page = await browser.open({ url, cookie })
    for (const path of paths) {
      await page.setViewportSize(DESKTOP)
      await page.goto(path)
      await page.settled()
      await gather(faults.unusable, () => page.assertUsable(`${path} of ${who}`, looks))
      faults.misfits.push(...(await squeeze(page, `${path} of ${who}`)))
    }
    await gather(faults.loud, () => page.assertQuiet())
  }
  return faults
}

const faults = await walk()

test('every screen is accessible and fits, in both themes, on phones and desktops', () => {
  assert.deepEqual(faults.unusable, [])
})

test('no page scrolls sideways when zoomed, on a small phone, or in other languages', () => {
  assert.deepEqual(faults.misfits, [])
})

test('no screen causes an error in the console or breaks the page’s policy', () => {
  assert.deepEqual(faults.loud, [])
})

/** Pairs each dialog with the control that opens it and the one that closes it. */
const dialogs: readonly (readonly [path: string, opener: string, close: string])[] = [
  ['/plan', 'New set-aside', 'Escape'],
  ['/developers/keys', 'Create key', 'Cancel'],
  ['/developers/webhooks', 'Add webhook', 'Cancel'],
  ['/transactions', 'New transaction', 'Escape'],
]

test('after each dialog the focus returns to the control that opened it', async () => {
  const page = await browser.open({ url, cookie: alex.cookie })
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
