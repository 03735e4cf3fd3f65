import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDemo } from '#/documents/demo/demo.ts'
import { angles } from '#web/ui/look.ts'
import { EVERY_LOOK, DESKTOP, PHONE, startBrowser } from '../support/chromium.ts'
import { startProduct } from '../support/product.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })
const url = `http://localhost:${(await product.listen()).port}`
const browser = await startBrowser()
const { loaded } = await loadDemo(product.runtime, { seed: 'earmark', transactionCount: null })
const { cookie } = await product.member(loaded.household_id, loaded.members['alex']!)

/** Reads a color as red, green and blue from 0 to 255, and its opacity. */
const READ_COLOR = `
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const read = (color) => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }`

/** Lists the elements that are painted in the green of free money, by the names of their classes. */
const GREEN = `(() => {
  ${READ_COLOR}
  const isGreen = (color) => {
    const [red, green, blue, alpha] = read(color)
    return alpha > 0 && green - Math.max(red, blue) > 12 && blue > red
  }
  const painted = ['color', 'backgroundColor', 'borderTopColor', 'fill', 'stroke', 'stopColor']
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() || element.closest('svg'))
    .filter((element) => painted.some((name) => {
      const color = getComputedStyle(element)[name]
      return color !== '' && color !== 'none' && isGreen(color)
    }))
    .map((element) => element.outerHTML.slice(0, 90))
})()`

test('only what is free to spend is green', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.open({ url, cookie, colorScheme })
    const green = async (path: string): Promise<readonly string[]> => {
      await page.goto(path)
      await page.settled()
      return page.evaluate<string[]>(GREEN)
    }
    const home = await green('/')
    assert.ok(home.length > 0)
    assert.deepEqual(
      home.filter((one) => !/free|river|edge|deep|shallow|water/i.test(one)),
      [],
    )
    for (const path of ['/plan', '/transactions', '/accounts', '/settings/categories']) {
      assert.deepEqual(
        (await green(path)).filter((one) => !/free/i.test(one)),
        [],
        path,
      )
    }
  }
})

type Paints = Readonly<Record<'paint' | 'tint' | 'solid' | 'surface', readonly number[]>>

/** Paints a box in each hue and reads the colors that the theme gives it. */
const paintsOf = (hue: number) => `(() => {
  ${READ_COLOR}
  const box = document.createElement('i')
  box.style.setProperty('--hue', '${hue}')
  document.body.append(box)
  const colors = ['paint', 'tint', 'solid', 'surface'].map((name) => {
    box.style.color = 'var(--' + name + ')'
    return [name, read(getComputedStyle(box).color)]
  })
  box.remove()
  return Object.fromEntries(colors)
})()`

test('the twelve hues are equally light and readable in both themes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.open({ url, cookie, colorScheme })
    await page.goto('/')
    await page.settled()
    const light: number[] = []
    for (const [hue, angle] of Object.entries(angles)) {
      const { paint, tint, solid, surface } = await page.evaluate<Paints>(paintsOf(angle))
      const where = `${hue}, ${colorScheme}`
      assert.ok(contrast(paint, tint) >= 4.5, `${where}: ${contrast(paint, tint)}`)
      assert.ok(contrast(paint, surface) >= 4.5, where)
      assert.ok(contrast(solid, surface) >= 3, `${where}: ${contrast(solid, surface)}`)
      light.push(lightness(paint))
    }
    assert.equal(light.length, 12)
    assert.ok(Math.max(...light) - Math.min(...light) < 0.025, light.join(' '))
  }
})

/** The heights of the rows of a list, in pixels. */
const HEIGHTS = `[...document.querySelectorAll('main li')].map((row) => row.offsetHeight)`

test('rows are 36 px high on a desk, higher where somebody chose so, and 44 px for fingers', async () => {
  const page = await browser.open({ url, cookie })
  const heights = async (): Promise<readonly number[]> => {
    await page.goto('/settings/categories')
    await page.settled()
    const all = await page.evaluate<number[]>(HEIGHTS)
    assert.ok(all.length > 10)
    return all
  }
  assert.ok((await heights()).every((height) => height === 36 || height === 37))
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
  assert.ok((await heights()).every((height) => height === 44 || height === 45))
  const phone = await browser.open({ url, cookie, viewport: PHONE, hasTouch: true })
  await phone.goto('/settings/categories')
  await phone.settled()
  const touched = await phone.evaluate<number[]>(HEIGHTS)
  assert.ok(touched.every((height) => height >= 44))
  page.assertQuiet()
})

test('a late typeface moves nothing, and the number counts as painted before it', async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await browser.open({ url, cookie, viewport })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.woff2', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByText('Next payday').first().waitFor()
    await page.evaluate(`new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.moved = (globalThis.moved ?? 0) + value
    }).observe({ type: 'layout-shift', buffered: false })
    new PerformanceObserver((list) => {
      globalThis.painted = list.getEntries().length
    }).observe({ type: 'largest-contentful-paint', buffered: false })`)
    release()
    await page.until(`document.fonts.check('15px Geist') && document.fonts.status === 'loaded'`)
    await page.settled()
    const moved = (await page.evaluate<number | null>('globalThis.moved')) ?? 0
    assert.equal(await page.evaluate('globalThis.painted ?? 0'), 0)
    assert.ok(moved <= 0.005, `${viewport.width}: ${moved}`)
    page.assertQuiet()
  }
})

/** The linear values of a color's channels. */
function linear(color: readonly number[]): readonly [number, number, number] {
  const [red, green, blue] = color.slice(0, 3).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [red!, green!, blue!]
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [low, high] = [one, other]
    .map((color) => {
      const [red, green, blue] = linear(color)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    })
    .toSorted((a, b) => a - b)
  return high! / low!
}

/** The lightness of a color in OKLab, from 0 to 1. */
function lightness(color: readonly number[]): number {
  const [red, green, blue] = linear(color)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
}

for (const [fault, rule, style] of [
  ['an image without a text', 'image-alt', '#fault { visibility: visible }'],
  ['a text as pale as its ground', 'color-contrast', '#text { color: #777; background: #787878 }'],
] as const) {
  test(`the check of screens finds ${fault} that only the dark theme shows`, async () => {
    const page = await browser.open({ url, cookie })
    await page.goto('/today')
    await page.settled()
    await page.evaluate(`{
      const image = Object.assign(new Image(20, 20), { id: 'fault', src: '/apple-touch-icon.png' })
      image.removeAttribute('alt')
      const text = Object.assign(document.createElement('p'), { id: 'text', textContent: 'Pale' })
      document.querySelector('main').append(image, text)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('#fault { visibility: hidden } @media (prefers-color-scheme: dark) { ${style} }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }`)
    await assert.rejects(page.assertUsable('Home', EVERY_LOOK), (error: Error) => {
      assert.match(error.message, /Home, 360 px, dark/)
      assert.match(JSON.stringify(error), new RegExp(rule))
      return true
    })
    await page.context().close()
  })
}
