import type { Call } from '#/platform/runtime/call.ts'

/** The session whose end also ends the notices of its browser. */
export function sessionOf({ caller }: Call): string | null {
  return caller.signedIn?.sessionId ?? null
}
