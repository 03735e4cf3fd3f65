// Draws the icons of phones from web/public/icon.svg, with the browser that the tests use: `node bin/draw-icons.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { CHROMIUM_MISSING, findChromium } from '../test/support/chromium.ts'

const folder = join(import.meta.dirname, '../web/public')
const icon = readFileSync(join(folder, 'icon.svg'), 'utf8')
const ground = /fill="(#\w{6})"/.exec(icon)![1]!

/** Without its rounded corners, and smaller, so that a phone may cut any shape out of it. */
function filled(scale: number): string {
  const mark = icon.slice(icon.indexOf('<path'), icon.indexOf('</svg>'))
  const move = `translate(16 16) scale(${scale}) translate(-16 -16)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g transform="${move}">${mark}</g></svg>`
}

/** The mark of a maskable icon stays inside a circle of 80 % of its width. */
const MASKED = 0.82

const pictures = [
  { name: 'icon-192.png', size: 192, svg: icon },
  { name: 'icon-512.png', size: 512, svg: icon },
  { name: 'icon-maskable-192.png', size: 192, svg: filled(MASKED) },
  { name: 'icon-maskable-512.png', size: 512, svg: filled(MASKED) },
  // iPhones cut the corners themselves and draw transparent ones black.
  { name: 'apple-touch-icon.png', size: 180, svg: filled(1) },
]

const executablePath = findChromium()
if (executablePath === null) throw new Error(CHROMIUM_MISSING)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { name, size, svg } of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    await page.setContent(
      `<body style="margin:0"><img src="${source}" width="${size}" height="${size}" style="display:block">`,
    )
    writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
