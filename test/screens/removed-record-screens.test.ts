import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

// A form stays open with its text if somebody else removes its record meanwhile, and saving says so.

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const loaded = await product.household({
  ...budget,
  funding_schedules: [
    ...budget.funding_schedules,
    { ref: 'bonus', name: 'Bonus', frequency: 'monthly', days: [15], anchor: '2025-12-15' },
  ],
})
const ada = await product.member(loaded.household_id, loaded.members['ada']!)
const rule = { match: 'contains', text: 'market', category_id: loaded.categories['food'] }
const { body: made } = await ada.request<{ id: string }>('POST', '/category-rules', { body: rule })

type Form = {
  readonly path: string
  /** The buttons that open the form, one after the other. */
  readonly press: readonly (readonly ['button' | 'menuitem', string])[]
  readonly dialog: string
  /** The field in which the person types. */
  readonly label: string
  /** Removes the record. */
  readonly removal: readonly ['POST' | 'DELETE', string]
  /** Where the records are listed. */
  readonly list: string
}

const forms: readonly Form[] = [
  {
    path: '/settings/categories',
    press: [['button', 'Edit the rule for market']],
    dialog: 'Edit rule',
    label: 'Text to find',
    removal: ['DELETE', `/category-rules/${made.id}`],
    list: '/category-rules',
  },
  {
    path: '/settings/categories',
    press: [['button', 'Change Food']],
    dialog: 'Change category',
    label: 'Name',
    removal: ['DELETE', `/categories/${loaded.categories['food']}`],
    list: '/categories',
  },
  {
    path: '/plan',
    press: [
      ['button', 'Actions for Rent'],
      ['menuitem', 'Edit'],
    ],
    dialog: 'Edit Rent',
    label: 'Name',
    removal: ['POST', `/expenses/${loaded.expenses['rent']}/archive`],
    list: '/expenses',
  },
  {
    path: '/calendar',
    press: [
      ['button', 'Actions for Bonus'],
      ['menuitem', 'Edit'],
    ],
    dialog: 'Edit Bonus',
    label: 'Name',
    removal: ['DELETE', `/funding-schedules/${loaded.funding_schedules['bonus']}`],
    list: '/funding-schedules',
  },
]

for (const { path, press, dialog, label, removal, list } of forms) {
  test(`${dialog}: what is typed stays when somebody else removes it, and saving says so`, async () => {
    const page = await browser.open({ url, cookie: ada.cookie })
    await page.clock.install()
    await page.goto(path)
    for (const [role, words] of press) await page.getByRole(role, { name: words }).click()
    const form = page.getByRole('dialog', { name: dialog })
    const field = form.getByLabel(label, { exact: true })
    await field.fill('New words')
    const [method, removed] = removal
    const { status, text } = await ada.request(method, removed, { body: {} })
    assert.equal(status, 200, text)
    // The page is looked at again after a while, and reads its list.
    const read = page.waitForResponse((one) => new URL(one.url()).pathname.endsWith(list))
    await page.clock.fastForward(60_000)
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    await (await read).finished()
    await page.settled()
    assert.equal(await field.inputValue(), 'New words')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('This no longer exists.').waitFor()
    assert.equal(await field.inputValue(), 'New words')
    page.assertQuiet()
  })
}
