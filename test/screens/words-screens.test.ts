import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageTags } from '#/core/values/languages.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import { startBrowser, type TestPage } from '../support/chromium.ts'
import { givenConnection } from '../support/given-connection.ts'
import { startProduct } from '../support/product.ts'

// Every screen is visited in each language, and every word on it is read.

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

/** The demo household: a budget in use, with a bank. */
const { loaded: demo } = await loadDemo(product.runtime, {
  seed: 'earmark',
  transactionCount: null,
})
const memberId = demo.members['alex']!
const alex = await product.member(demo.household_id, memberId)
await givenConnection(product.runtime, { householdId: demo.household_id, memberId, accounts: 2 })
type Named = { readonly id: string; readonly name: string }
const { body: setAsides } = await alex.request<Named[]>('GET', '/expenses')
const rent = setAsides.find(({ name }) => name === 'Rent')!.id

const empty = await product.household()
const nobody = await product.member(empty.household_id, empty.members['ada']!)

const budgeting = [
  '/',
  '/transactions',
  '/plan',
  '/calendar',
  '/insights/net-worth',
  '/insights/spending',
]
// The page comes before each dialog, because one that replaces another keeps some of its lines.
const details = ['edit', 'fund', 'release', 'transfer', 'archive'].flatMap((action) => [
  `/plan/${rent}`,
  `/plan/${rent}?do=${action}`,
])
const settings = ['', '/categories', '/people', '/you', '/sessions', '/access', '/data']

const visitors = [
  {
    cookie: alex.cookie,
    paths: [
      ...budgeting,
      ...details,
      '/plan?do=new',
      '/plan?do=transfer',
      '/plan?do=group',
      '/plan?do=archived',
      '/paydays?new=1',
      '/accounts',
      '/accounts/import',
      '/accounts/move-in',
      ...settings.map((tab) => `/settings${tab}`),
      '/developers',
      '/developers/keys',
      '/developers/requests',
      '/developers/webhooks',
      '/nowhere',
    ],
  },
  {
    cookie: nobody.cookie,
    paths: [...budgeting, '/accounts', '/sign-in', '/setup', '/invite', '/reset'],
  },
]

/** Everything on a page that people read or hear. */
const wordsOfPage = `(() => {
  const spoken = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    spoken.map((name) => element.getAttribute(name) ?? ''))
  const texts = [document.title, ...attributes]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.data)
  return texts.join('\\n')
})()`

/** Finds words that are joined as names of fields and codes are. The visible beginning of a key is for people. */
function codesIn(text: string): readonly string[] {
  const found = text.match(/[\p{L}\d]+(?:_[\p{L}\d]+)+/gu) ?? []
  return found.filter((word) => !word.startsWith('em_'))
}

type Fault = { readonly where: string; readonly words: readonly string[] }

async function readPage(page: TestPage, where: string, into: Fault[]): Promise<void> {
  const text = await page.evaluate<string>(wordsOfPage)
  const codes = where.includes('/developers') ? [] : codesIn(text)
  const words = [...codes, ...(text.match(/\bExpenses?\b/gi) ?? [])]
  if (words.length > 0) into.push({ where, words })
}

/** Visits every screen, the palette, the shortcuts and the menus, and returns the words that are not for people. */
async function walk(language: string): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  for (const { cookie, paths } of visitors) {
    const page = await browser.open({ url, cookie, locale: language })
    await page.goto('/settings')
    await page.settled()
    for (const path of paths) {
      await page.navigate(path)
      await page.settled()
      assert.equal(await page.evaluate('document.documentElement.lang'), language)
      await readPage(page, `${path} in ${language}`, faults)
      if (path === '/transactions' || path === '/plan') {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
        await readPage(page, `the palette on ${path} in ${language}`, faults)
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
        await readPage(page, `the shortcuts on ${path} in ${language}`, faults)
        await page.keyboard.press('Escape')
      }
    }
  }
  return faults
}

for (const language of languageTags) {
  test(`no screen shows a code or the word Expense (${language})`, async () => {
    assert.deepEqual(await walk(language), [])
  })
}
