import type { Actor } from '#/platform/runtime/call.ts'
import { may } from './rights.ts'

/** Whether an actor sees, and may end, what belongs to other members: the operator, and owners in the application. */
export function managesMembers({
  through,
  signedIn,
}: Pick<Actor, 'through' | 'signedIn'>): boolean {
  return through === 'cli' || (signedIn !== undefined && may(signedIn.role, 'people'))
}
