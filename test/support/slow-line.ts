import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/** In milliseconds: what a page draws comes before or after what it reads. */
const LATENESS = [0, 250, 900]

/**
 * Answers reads of the application at once, late or very late, by their paths and the seed in `EARMARK_SLOW_LINE`; without one,
 * at once. Shows what a page decides before it knows, and what a test looks at before the page has read it again.
 */
export async function slowDown(context: BrowserContext): Promise<void> {
  const seed = process.env['EARMARK_SLOW_LINE']
  if (seed === undefined) return
  await context.route('**/app/api/**', async (route) => {
    const request = route.request()
    if (request.method() === 'GET') await delay(latenessOf(seed, new URL(request.url()).pathname))
    // The page may have gone meanwhile.
    await route.continue().catch(() => {})
  })
}

/** The same for all records of a kind: what differs in their paths is an id. */
function latenessOf(seed: string, path: string): number {
  const kind = path.replaceAll(/[^/]*\d[^/]*/g, '{id}')
  const [byte] = createHash('sha256').update(`${seed} ${kind}`).digest()
  return LATENESS[byte! % LATENESS.length]!
}
