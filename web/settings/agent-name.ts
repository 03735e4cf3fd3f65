import { browserName } from '#/core/values/browser-name.ts'

const SHOWN_MAX = 60

/** Returns the common name of a browser, or the start of a `User-Agent` that is not known; null if it is empty. */
export function agentName(agent: string): string | null {
  return browserName(agent) ?? (agent.slice(0, SHOWN_MAX) || null)
}
