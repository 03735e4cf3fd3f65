import { type Line, median } from './table.ts'
import { openPage, PHONE, quantile, slowProcessor, type Visit } from './web-page.ts'

/** Reading the days of the river under a moving pointer or finger, on a slow processor. */
export async function measureRiver(visit: Visit): Promise<Line[]> {
  return [
    await measureScrubbing(visit, 'on a desk', {}),
    await measureScrubbing(visit, 'on a phone', PHONE),
  ]
}

async function measureScrubbing(visit: Visit, where: string, device: typeof PHONE): Promise<Line> {
  const opened = await openPage(visit, device)
  const { page, close } = opened
  await page.goto(visit.url)
  await page.getByRole('region', { name: 'Free to spend' }).getByRole('figure').waitFor()
  await page.waitForLoadState('networkidle')
  await slowProcessor(opened)
  const frames = await page.evaluate<number[]>(scrub)
  await close()
  return {
    what: `Frame while days of the river are read ${where}, processor four times slower, 95 of 100 within`,
    measured: `${frames.length} times, median ${Math.round(median(frames))} ms`,
    value: quantile(frames, 0.95),
    unit: 'ms',
    goal: { most: 33 },
  }
}

/** Moves the pointer there and back again, a step each frame; returns how long each frame took, in milliseconds. */
const scrub = `new Promise((resolve) => {
  const river = document.querySelector('main figure')
  const { left, width, top, height } = river.getBoundingClientRect()
  const frames = []
  let last = performance.now()
  const step = () => {
    const now = performance.now()
    frames.push(now - last)
    last = now
    const share = Math.abs(((frames.length / 60) % 2) - 1)
    river.dispatchEvent(new PointerEvent('pointermove', {
      bubbles: true, pointerType: 'mouse', clientX: left + share * (width - 1), clientY: top + height / 2,
    }))
    if (frames.length < 181) requestAnimationFrame(step)
    else resolve(frames.slice(1))
  }
  requestAnimationFrame(step)
})`
