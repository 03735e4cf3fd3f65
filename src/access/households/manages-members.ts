import type { Actor } from '#/platform/runtime/call.ts'
import { may } from './rights.ts'

/** True for the operator and for owners in the application: they see and may end other members' keys, devices and invitations. */
export function managesMembers({
  through,
  signedIn,
}: Pick<Actor, 'through' | 'signedIn'>): boolean {
  return through === 'cli' || (signedIn !== undefined && may(signedIn.role, 'people'))
}
