import type { Browser, Page } from 'playwright-core'
import { type Frame, writeAnimatedWebp } from './animated-webp.ts'

/** Pictures of a page, one after the other. */
export type Film = {
  /** Takes a picture, and shows it for so long. */
  readonly take: (milliseconds: number) => Promise<void>
  readonly milliseconds: () => number
  readonly develop: () => Promise<Buffer>
}

type Picture = { readonly png: Buffer; milliseconds: number }

export function startFilm(browser: Browser, page: Page): Film {
  const pictures: Picture[] = []
  return {
    take: async (milliseconds) => {
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      const last = pictures.at(-1)
      if (last?.png.equals(png)) last.milliseconds += milliseconds
      else pictures.push({ png, milliseconds })
    },
    milliseconds: () => pictures.reduce((sum, one) => sum + one.milliseconds, 0),
    develop: () => develop(browser, pictures),
  }
}

/**
 * Returns the part of a picture that differs from the one before, as WebP. Chromium encodes it, so that no encoder is needed. Runs
 * in a page without a policy; as text, because it does not belong to this program.
 */
const difference = `async ([png, quality]) => {
  const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob())
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  context.drawImage(picture, 0, 0)
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  const before = globalThis.before
  globalThis.before = pixels
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let at = 0; at < pixels.length; at += 1) {
    if (before && before[at] === pixels[at]) continue
    const x = at % width
    const y = (at - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  // Places are stored halved.
  left -= left % 2
  top -= top % 2
  const part = new OffscreenCanvas(right - left + 1, bottom - top + 1)
  part.getContext('2d', { alpha: false }).drawImage(canvas, -left, -top)
  const blob = await part.convertToBlob({ type: 'image/webp', quality })
  const reader = new FileReader()
  await new Promise((done) => {
    reader.onload = done
    reader.readAsDataURL(blob)
  })
  return {
    size: { width, height },
    frame: { x: left, y: top, width: part.width, height: part.height },
    webp: reader.result.slice(reader.result.indexOf(',') + 1),
  }
}`

type Difference = {
  readonly size: { readonly width: number; readonly height: number }
  readonly frame: Pick<Frame, 'x' | 'y' | 'width' | 'height'>
  readonly webp: string
}

/** As good as the screen: letters stay sharp. */
const QUALITY = 0.9

async function develop(browser: Browser, pictures: readonly Picture[]): Promise<Buffer> {
  const page = await browser.newPage()
  const frames: Frame[] = []
  let size = { width: 0, height: 0 }
  for (const { png, milliseconds } of pictures) {
    const input = JSON.stringify([png.toString('base64'), QUALITY])
    const found = await page.evaluate<Difference>(`(${difference})(${input})`)
    size = found.size
    frames.push({ ...found.frame, milliseconds, webp: Buffer.from(found.webp, 'base64') })
  }
  await page.close()
  return writeAnimatedWebp(size, frames)
}
