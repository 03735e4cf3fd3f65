import type { Runtime } from '#/platform/runtime/runtime.ts'
import { needsSetup } from './entrance.ts'
import { makeLink } from './links.ts'

/** How often a link is told anew while nobody has used one, in hours: before the last one expires. */
const REPEAT_HOURS = 23

/** The address of a link of the operator. What is behind `#` stays in the browser. */
export function linkTo(origin: string, page: 'setup' | 'reset' | 'invite', token: string): string {
  return `${origin}/${page}#k=${token}`
}

type Way = {
  readonly origin: string
  readonly tell: (url: string, expiresAt: Temporal.Instant) => void
}

/**
 * Each look tells the way in where nobody has an account here, if it has not been told within the last 23 hours: at the
 * start, and at once when the last account has been deleted. All links work until one is used. Returns how many were told.
 */
export function createSetupAnnouncement({
  origin,
  tell,
}: Way): (runtime: Pick<Runtime, 'db' | 'now' | 'randomBytes'>) => Promise<number> {
  let repeatAt: Temporal.Instant | null = null
  return async (runtime) => {
    if (!(await needsSetup(runtime))) {
      repeatAt = null
      return 0
    }
    if (repeatAt !== null && Temporal.Instant.compare(runtime.now(), repeatAt) < 0) return 0
    const { token, expiresAt } = await makeLink(runtime, { purpose: 'setup', personId: null })
    repeatAt = runtime.now().add({ hours: REPEAT_HOURS })
    tell(linkTo(origin, 'setup', token), expiresAt)
    return 1
  }
}
