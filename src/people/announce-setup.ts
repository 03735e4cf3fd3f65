import type { Runtime } from '#/platform/runtime/runtime.ts'
import { linkTo } from '#/access/mails/link-to.ts'
import { needsSetup } from './entrance.ts'
import { makeLink } from './links.ts'

/** Hours until the link is announced again while nobody has an account. Shorter than the link's life. */
const REPEAT_HOURS = 23

type Announcement = {
  readonly origin: string
  readonly announce: (url: string, expiresAt: Temporal.Instant) => void
}

/**
 * Makes a function that announces a setup link if nobody has an account and none was announced within 23 hours: at the
 * start, and as soon as the last account is deleted. All links work until one is used. Resolves to the number of
 * announced links.
 */
export function createSetupAnnouncement({
  origin,
  announce,
}: Announcement): (runtime: Pick<Runtime, 'db' | 'now' | 'randomBytes'>) => Promise<number> {
  let repeatAt: Temporal.Instant | null = null
  return async (runtime) => {
    if (!(await needsSetup(runtime))) {
      repeatAt = null
      return 0
    }
    if (repeatAt !== null && Temporal.Instant.compare(runtime.now(), repeatAt) < 0) return 0
    const { token, expiresAt } = await makeLink(runtime, { purpose: 'setup', personId: null })
    repeatAt = runtime.now().add({ hours: REPEAT_HOURS })
    announce(linkTo(origin, 'setup', token), expiresAt)
    return 1
  }
}
