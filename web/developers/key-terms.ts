import type { Input, Output } from '#web/calls/operations.ts'
import { changedFields } from '#web/edits/changed-fields.ts'

export type Key = Output<'GET /keys'>[number]
type Restrictions = NonNullable<Key['restrictions']>
export type Resource = keyof Restrictions
export type Level = 'none' | 'read' | 'write'

/** The resources in the order of the screens, with the highest level that each has. */
export const levelsOf: Readonly<Record<Resource, readonly Level[]>> = {
  accounts: ['none', 'read', 'write'],
  transactions: ['none', 'read', 'write'],
  expenses: ['none', 'read', 'write'],
  categories: ['none', 'read', 'write'],
  funding_schedules: ['none', 'read', 'write'],
  settings: ['none', 'read', 'write'],
  analytics: ['none', 'read'],
  connections: ['none', 'read', 'write'],
  sync: ['none', 'read', 'write'],
  webhooks: ['none', 'read', 'write'],
}

/** The rights of a key while somebody chooses them. */
export type Draft = {
  readonly access: 'read' | 'write' | 'restricted'
  readonly restrictions: Restrictions
  /** One network or address a line. */
  readonly from: string
}

export const newDraft: Draft = { access: 'read', restrictions: { accounts: 'read' }, from: '' }

export function draftOf({ scopes, restrictions, allowed_from }: Key): Draft {
  const all = scopes.includes('data.write') ? 'write' : 'read'
  return {
    access: restrictions ? 'restricted' : all,
    restrictions: restrictions ?? newDraft.restrictions,
    from: allowed_from?.join('\n') ?? '',
  }
}

export function withLevel(draft: Draft, resource: Resource, level: Level): Draft {
  const { [resource]: _, ...rest } = draft.restrictions
  // An existing entry keeps its place, so that the same levels are written in the same way.
  const restrictions = level === 'none' ? rest : { ...draft.restrictions, [resource]: level }
  return { ...draft, restrictions }
}

type Terms = Pick<Key, 'restrictions' | 'allowed_from'> &
  Pick<Input<'POST /keys'>['body'], 'scopes'>

/** The rights in the form that the server takes. */
export function termsOf(draft: Draft): Terms {
  const restrictions = draft.access === 'restricted' ? draft.restrictions : null
  const writes = restrictions
    ? Object.values(restrictions).includes('write')
    : draft.access === 'write'
  const from = draft.from.split(/[\s,]+/).filter((line) => line !== '')
  return {
    scopes: writes ? ['data.read', 'data.write'] : ['data.read'],
    restrictions,
    allowed_from: from.length === 0 ? null : from,
  }
}

/**
 * Returns the rights that a person has edited, so that a new name or network gives no right back that an operator has taken
 * meanwhile. Scopes and restrictions are one right: the server takes them together.
 */
export function changesOf(before: Draft, after: Draft): Partial<Terms> {
  const terms = termsOf(after)
  const { scopes, restrictions } = terms
  const changed = changedFields(termsOf(before), terms)
  const changesRights = 'scopes' in changed || 'restrictions' in changed
  return changesRights ? { ...changed, scopes, restrictions } : changed
}
