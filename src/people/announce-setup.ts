import type { World } from '#/world/world.ts'
import { needsSetup } from './entrance.ts'
import { makeLink } from './links.ts'

/** How often a link is told anew while nobody has used one, in hours: before the last one expires. */
const REPEAT_HOURS = 23

/** The address of a link of the operator. What is behind `#` stays in the browser. */
export function linkTo(origin: string, page: 'setup' | 'reset' | 'invite', token: string): string {
  return `${origin}/${page}#k=${token}`
}

/**
 * Tells the way in for as long as nobody has an account here: at once, and again before each link expires. Every start
 * tells a new one; all of them work until one is used.
 */
export async function announceSetup(
  world: World,
  {
    origin,
    tell,
    signal,
  }: {
    readonly origin: string
    readonly tell: (url: string, expiresAt: Temporal.Instant) => void
    readonly signal: AbortSignal
  },
): Promise<void> {
  while (!signal.aborted && (await needsSetup(world))) {
    const { token, expiresAt } = await makeLink(world, { purpose: 'setup', personId: null })
    tell(linkTo(origin, 'setup', token), expiresAt)
    await world.wait(REPEAT_HOURS * 3_600_000, signal)
  }
}
