import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDemo } from '#/documents/demo/demo.ts'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'
import { listScreens } from '../support/routes.ts'

// A surface that looks pressable is: the pointer becomes a hand over it, or it changes when pointed at. And surfaces that people
// expect to press lead to their place.

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const { loaded } = await loadDemo(product.runtime, { seed: 'earmark', transactionCount: null })
const alex = await product.member(loaded.household_id, loaded.members['alex']!)
const paths = (await listScreens())
  .map(({ path }) => path)
  .filter((path) => !path.includes('$') && !/^\/(setup|invite|reset|sign-in)$/.test(path))
const rent = loaded.expenses['rent'] ?? Object.values(loaded.expenses)[0]!
const page = await browser.open({ url, cookie: alex.cookie })

/** Roles, elements and marks that people can press, by keyboard, too. */
const PRESSABLE =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role=link], [role=menuitem], [role=tab], [role=option], [role=slider], [role=switch], [role=checkbox], [role=radio], [role=row][tabindex]'

/** Finds elements that look pressable and are not: by their pointer, or by a style for pointing at them. */
const dead = `(() => {
  const pressable = ${JSON.stringify(PRESSABLE)}
  const isShown = (element) => element.checkVisibility() && !element.closest('[inert], [aria-hidden=true]')
  const name = (element) => [element.tagName, element.getAttribute('class') ?? '', element.textContent.slice(0, 40)].join(' ')
  const found = new Set()
  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || getComputedStyle(element).cursor !== 'pointer') continue
    if (!element.closest(pressable)) found.add('a hand: ' + name(element))
  }
  const rules = (list) => [...list].flatMap((rule) => (rule.selectorText ? [rule] : rule.cssRules ? rules(rule.cssRules) : []))
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    for (const { selectorText } of rules(sheet.cssRules)) {
      if (!selectorText.includes(':hover')) continue
      for (const selector of selectorText.split(/,(?![^(]*\\))/).filter((one) => one.includes(':hover'))) {
        // The element that is pointed at is the one before ":hover".
        const pointed = selector.slice(0, selector.lastIndexOf(':hover')).trim()
        if (pointed === '' || /::/.test(pointed)) continue
        for (const element of document.querySelectorAll(pointed)) {
          if (!isShown(element)) continue
          element.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { left, top, width, height } = element.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          if (!hit?.closest(pressable)) found.add('a hover: ' + name(element))
        }
      }
    }
  }
  return [...found]
})()`

/** Finds buttons and links that do nothing: React has no handler for them, they send no form, and lead nowhere. */
const idle = `(() => {
  const propsOf = (element) => element[Object.keys(element).find((key) => key.startsWith('__reactProps'))] ?? {}
  const acts = (element) => Object.entries(propsOf(element)).some(([name, value]) => /^on[A-Z]/.test(name) && typeof value === 'function')
  return [...document.querySelectorAll('a, button')].flatMap((element) => {
    if (element.getClientRects().length === 0 || element.disabled) return []
    const leads = element.tagName === 'A' && (element.getAttribute('href') ?? '#') !== '#'
    const sends = element.type === 'submit' && element.form !== null
    return leads || sends || acts(element) || element.closest('label') ? [] : [element.outerHTML.slice(0, 120)]
  })
})()`

for (const path of [...paths, `/plan/${rent}`]) {
  test(`nothing on ${path.replace(rent, '$id')} looks pressable and is not`, async () => {
    await page.goto(path)
    await page.settled()
    assert.deepEqual(await page.evaluate(dead), [])
    assert.deepEqual(await page.evaluate(idle), [])
    page.assertQuiet()
  })
}

test('a surface that only looks pressable is found', async () => {
  await page.goto('/')
  await page.settled()
  await page.evaluate(`(() => {
    const hand = document.createElement('p')
    hand.className = 'hand'
    hand.style.cursor = 'pointer'
    const row = document.createElement('p')
    row.className = 'row'
    row.textContent = hand.textContent = 'Press me'
    const button = document.createElement('button')
    button.className = 'idle'
    button.textContent = 'Idle'
    document.querySelector('main').append(hand, row, button)
    const style = new CSSStyleSheet()
    style.insertRule('p.row:hover { color: red }')
    document.adoptedStyleSheets = [style]
  })()`)
  assert.deepEqual(await page.evaluate(dead), [
    'a hand: P hand Press me',
    'a hover: P row Press me',
  ])
  assert.equal((await page.evaluate<string[]>(idle)).length, 1)
})

async function home(): Promise<TestPage> {
  await page.goto('/')
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await page.settled()
  return page
}

/** Presses the middle of an element, as a hand does, and not the link inside it. */
async function press(selector: string, nth = 0): Promise<void> {
  const element = page.locator(selector).nth(nth)
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  assert.ok(box, selector)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function assertAt(path: string, search = ''): Promise<void> {
  await page.waitForURL((at) => at.pathname === path && at.search === search)
}

test('each term of the equation leads to what it consists of', async () => {
  const terms = [
    ['cash', '/accounts', ''],
    ['expenses', '/plan', '?only=expenses'],
    ['goals', '/plan', '?only=goals'],
    ['cards', '/plan', '?only=cards'],
  ] as const
  for (const [at, [, path, search]] of terms.entries()) {
    await home()
    await press('dl[aria-label] > div:has(a, button) > dd', at)
    await assertAt(path, search)
  }
  await home()
  await press('dl[aria-label] > div:has(button) > dd')
  await page.getByRole('dialog').waitFor()
})

test('a payment that is coming up leads to its set-aside, pressed anywhere on its row', async () => {
  await home()
  const [link] = await page.getByRole('link').filter({ hasText: 'Rent' }).all()
  assert.ok(link)
  await press('li:has(> a[href^="/plan/"])')
  await page.waitForURL(/\/plan\/[0-9a-f-]{36}$/)
})

test('each row of the next payday leads to the paydays or to a set-aside', async () => {
  const rows = 'dl:has(a[href="/calendar"]):has(a[href="/plan"]) > div'
  await home()
  const links = await page.locator(`${rows} a`).all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  assert.deepEqual(paths.slice(-2), ['/plan', '/calendar'])
  for (const [at, path] of paths.entries()) {
    await home()
    await press(rows, at)
    await assertAt(path!)
  }
  await home()
  await page.locator('details > summary').last().click()
  await press('details[open] dl > div')
  await page.waitForURL(/\/plan\/[0-9a-f-]{36}$/)
})

test('an account leads to its transactions, pressed anywhere on its row', async () => {
  await page.goto('/accounts')
  await page.settled()
  const link = page.locator('main li a[href*="account_id"]').first()
  const search = new URL((await link.getAttribute('href'))!, url).search
  await press('main li:has(a[href*="account_id"])')
  await assertAt('/transactions', search)
})

test('the number in the rail leads Home, and on Home to why it changed', async () => {
  await page.goto('/plan')
  await page.settled()
  const number = page.locator('aside, header, div').getByText('Free to spend', { exact: true })
  await number.first().click()
  await assertAt('/')
  await page.getByRole('region', { name: 'Free to spend' }).waitFor()
  await number.first().click()
  await page.getByRole('dialog').waitFor()
})

test('the household’s sign opens its menu', async () => {
  await home()
  await page.getByRole('button', { name: 'Preferences' }).click({ position: { x: 12, y: 12 } })
  await page.getByRole('menu').waitFor()
})
