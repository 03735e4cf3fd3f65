import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PHONE, startBrowser, type TestPage } from '../support/chromium.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()

async function given() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const page = await browser.open({ url, cookie: member.cookie, viewport: PHONE, hasTouch: true })
  return { loaded, member, page }
}

const bar = (page: TestPage) =>
  page.getByRole('navigation', { name: 'Main' }).locator('visible=true')

test('the round button in the bar records a transaction from any screen and stays there', async () => {
  const { page, member } = await given()
  for (const [path, concept] of [
    ['/', 'Kiosk'],
    ['/settings/you', 'Tram'],
  ] as const) {
    await page.goto(path)
    await bar(page).getByRole('button', { name: 'New transaction' }).tap()
    const form = page.getByRole('dialog', { name: 'New transaction' })
    await form.getByLabel('Amount').fill('4')
    await form.getByLabel(/^(Payee|Description)$/).fill(concept)
    await form.getByRole('button', { name: 'Add', exact: true }).tap()
    await form.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, path)
  }
  const { body } = await member.request<{ data: unknown[] }>('GET', '/transaction-rows')
  assert.equal(body.data.length, 2)
  page.assertQuiet()
})

test('the round button is round, in the middle of the bar, and 44 px or more', async () => {
  const { page } = await given()
  await page.goto('/')
  const box = (await bar(page).getByRole('button', { name: 'New transaction' }).boundingBox())!
  assert.equal(box.width, box.height)
  assert.ok(box.width >= 44)
  assert.ok(Math.abs(box.x + box.width / 2 - PHONE.width / 2) < 1)
})

test('people who may only read find no button that records', async () => {
  const { page, loaded } = await given()
  await product.db
    .updateTable('households')
    .set({ standing: 'trial_ended' })
    .where('household_id', '=', loaded.household_id)
    .execute()
  await page.goto('/plan')
  await page.getByText('Rent').first().waitFor()
  await page.settled()
  assert.equal(await bar(page).getByRole('button', { name: 'New transaction' }).count(), 0)
})

test('More lists the remaining places once, without search and without shortcuts', async () => {
  const { page } = await given()
  await page.goto('/')
  await bar(page).getByRole('button', { name: 'More' }).tap()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await sheet.waitFor()
  const places = await sheet.getByRole('link').allInnerTexts()
  const inBar = await page.locator('nav a:visible').allInnerTexts()
  assert.equal(places.length, 5)
  assert.deepEqual(
    places.filter((place) => inBar.includes(place)),
    [],
  )
  assert.equal(await sheet.locator('input, kbd').count(), 0)
  await page.assertUsable('the sheet of places')
  await page.setViewportSize(PHONE)
  await sheet.getByRole('link', { name: 'Accounts' }).tap()
  await page.waitForURL('**/accounts')
  await sheet.waitFor({ state: 'detached' })
})

test('on a phone Home begins with the number, once, under a header of at most 56 px', async () => {
  const { page } = await given()
  await page.goto('/')
  const number = page.getByRole('region', { name: 'Free to spend' })
  await number.waitFor()
  await page.settled()
  const shown = await page.evaluate<string[]>(`(() => {
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      const { width, height, top } = parentElement.getBoundingClientRect()
      const isSeen = width > 1 && height > 1 && top < 320 && parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const isDrawn = isSeen && parentElement.closest('.unseen') === null
      if (isDrawn && textContent.includes('1,240')) found.push(parentElement.outerHTML)
    }
    return found
  })()`)
  assert.equal(shown.length, 1, shown.join())
  const top = (await page.getByText('Free to spend').locator('visible=true').first().boundingBox())!
    .y
  assert.ok(top < 100, `${top}`)
  const main = (await page.getByRole('main').boundingBox())!.y
  assert.ok(main <= 56, `${main}`)
  await page.goto('/plan')
  await page.getByRole('link', { name: 'Free to spend' }).getByText('1,240').waitFor()
})

/** Reads width and height of a PNG from its header. */
function sizeOf(png: Buffer): string {
  assert.equal(png.subarray(1, 4).toString(), 'PNG')
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

test('every icon of the manifest and of iPhones is served in the size that it names', async () => {
  const get = async (path: string) => {
    const answer = await fetch(url + path)
    assert.equal(answer.status, 200, path)
    return Buffer.from(await answer.arrayBuffer())
  }
  type Icon = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string }
  const manifest = JSON.parse((await get('/manifest.webmanifest')).toString()) as {
    icons: Icon[]
    screenshots?: Icon[]
    shortcuts: { url: string; icons: Icon[] }[]
  }
  const pictures = [
    ...manifest.icons,
    ...(manifest.screenshots ?? []),
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ]
  for (const { src, sizes, type } of pictures.filter(({ type }) => type === 'image/png')) {
    assert.equal(sizeOf(await get(src)), sizes, `${src} ${type}`)
  }
  for (const purpose of ['any', 'maskable']) {
    const sizes = manifest.icons
      .filter((icon) => icon.purpose === purpose)
      .map((icon) => icon.sizes)
    assert.ok(sizes.includes('192x192') && sizes.includes('512x512'), purpose)
  }
  const page = (await get('/')).toString()
  assert.match(page, /<link rel="apple-touch-icon" href="\/apple-touch-icon.png"/)
  assert.equal(sizeOf(await get('/apple-touch-icon.png')), '180x180')
  for (const { url: address } of manifest.shortcuts) await get(address)
})

test('a maskable icon fills its square, because phones cut their own shape out of it', async () => {
  const folder = join(import.meta.dirname, '../../web/public')
  const page = await browser.open({ url })
  await page.goto('/sign-in')
  const [, ground] = /fill="#(\w{6})"/.exec(readFileSync(join(folder, 'icon.svg'), 'utf8'))!
  for (const name of ['icon-maskable-192.png', 'icon-maskable-512.png', 'apple-touch-icon.png']) {
    const source = `data:image/png;base64,${readFileSync(join(folder, name)).toString('base64')}`
    const corner = await page.evaluate<number[]>(`(async () => {
      const image = new Image()
      image.src = '${source}'
      await image.decode()
      const context = document.createElement('canvas').getContext('2d')
      context.drawImage(image, 0, 0)
      return [...context.getImageData(0, 0, 1, 1).data]
    })()`)
    assert.equal(Buffer.from(corner).toString('hex'), `${ground}ff`, name)
  }
})
