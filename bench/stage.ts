import type { Locator, Page } from 'playwright-core'
import type { Film } from './film.ts'

const FRAME_MS = 50

type Size = { readonly width: number; readonly height: number }
type Point = { readonly x: number; readonly y: number }

export type Stage = {
  /** Shows Home with the pointer and the caption. */
  readonly show: () => Promise<void>
  readonly say: (words: string) => Promise<void>
  readonly move: (to: Point, steps: number) => Promise<void>
  readonly point: (at: Locator) => Promise<void>
  readonly scrollTo: (what: Locator) => Promise<void>
}

/** Draws what a browser without a screen lacks: the pointer; and a band with the caption below. */
const props = `(() => {
  const box = (styles, parent = document.documentElement) => {
    const element = document.createElement('div')
    Object.assign(element.style, { position: 'fixed', zIndex: 99, pointerEvents: 'none', ...styles })
    return parent.appendChild(element)
  }
  const caption = box({
    insetInline: 0, bottom: 0, height: '60px', display: 'grid', placeContent: 'center',
    background: '#1b1f1a', color: '#fff', fontSize: '20px', fontWeight: 560, letterSpacing: '-0.01em',
  }, document.body)
  const pointer = box({ left: 0, top: 0, width: '22px', height: '22px' })
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 22 22')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', 'M3 2l14 8.2-6.2 1.5L7.4 18z')
  path.setAttribute('fill', '#111')
  path.setAttribute('stroke', '#fff')
  path.setAttribute('stroke-width', '1.6')
  svg.append(path)
  pointer.append(svg)
  window.stage = {
    say: (words) => (caption.textContent = words),
    move: (x, y) => (pointer.style.transform = 'translate(' + (x - 3) + 'px,' + (y - 2) + 'px)'),
  }
})()`

export function makeStage(page: Page, film: Film, size: Size): Stage {
  let at: Point = { x: size.width * 0.9, y: size.height * 0.7 }
  const place = async (point: Point) => {
    at = point
    await page.mouse.move(point.x, point.y)
    await page.evaluate(`stage.move(${point.x}, ${point.y})`)
  }
  const move = async (to: Point, steps: number) => {
    const from = at
    for (let step = 1; step <= steps; step += 1) {
      const share = ease(step / steps)
      await place({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
      await film.take(FRAME_MS)
    }
  }
  let said = ''
  const say = async (words: string) => {
    said = words
    await page.evaluate(`stage.say(${JSON.stringify(words)})`)
  }
  return {
    show: async () => {
      await page.goto('/')
      await page.getByRole('region', { name: 'Free to spend' }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate('document.fonts.ready.then(() => 0)')
      await page.evaluate(props)
      await say(said)
      await place(at)
    },
    say,
    move,
    point: async (what) => {
      const box = (await what.boundingBox())!
      await move({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, 16)
    },
    scrollTo: async (what) => {
      const box = (await what.boundingBox())!
      const way = Math.max(0, box.y - size.height * 0.5)
      const steps = 18
      for (let step = 1; step <= steps; step += 1) {
        await page.evaluate(`scrollTo(0, ${Math.round(way * ease(step / steps))})`)
        await film.take(FRAME_MS)
      }
    },
  }
}

function ease(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2
}
