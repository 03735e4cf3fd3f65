import type { Endpoint, Scope } from '#/platform/contract/endpoint.ts'
import {
  type AccessLevel,
  type Grant,
  type Resource,
  resourceOfTag,
  resources,
  type Restrictions,
} from '#/platform/contract/resources.ts'

/** The parts of a declaration that decide which permissions an endpoint needs. */
export type Guarded = Pick<Endpoint, 'tag' | 'scope' | 'grants'>

/**
 * Lists the permissions that a restricted key needs for an endpoint: by its tag and scope, unless its declaration lists
 * them. Null: no permission is enough, only an unrestricted key. An unknown tag is closed.
 */
export function grantsOf({ tag, scope, grants }: Guarded): readonly Grant[] | null {
  if (grants !== undefined) return grants
  const resource = Object.hasOwn(resourceOfTag, tag) ? resourceOfTag[tag]! : 'unrestricted'
  if (resource === 'everybody') return []
  return resource === 'unrestricted' ? null : [`${resource}:${levelOf(scope)}`]
}

/** True if a key may call an endpoint. The scopes are checked separately: restrictions never add to them. */
export function mayCall(restrictions: Restrictions | null, endpoint: Guarded): boolean {
  return missingGrants(restrictions, endpoint)?.length === 0
}

/** Lists the permissions that a key lacks for an endpoint. Null: it would have to be unrestricted. */
export function missingGrants(
  restrictions: Restrictions | null,
  endpoint: Guarded,
): readonly Grant[] | null {
  if (restrictions === null) return []
  const needed = grantsOf(endpoint)
  return needed && needed.filter((grant) => !isGranted(restrictions, grant))
}

function isGranted(restrictions: Restrictions, grant: Grant): boolean {
  const [resource, level] = split(grant)
  const given = restrictions[resource]
  return given === 'write' || given === level
}

/** Says why a restricted key is refused, naming the missing permissions. */
export function explainMissing(missing: readonly Grant[] | null): string {
  return missing === null
    ? 'This key is restricted, and no restricted key may call this endpoint.'
    : `This key is restricted and lacks ${missing.map((grant) => `\`${grant}\``).join(' and ')}.`
}

const known: ReadonlySet<string> = new Set(
  resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]),
)

export function isGrant(text: string): text is Grant {
  return known.has(text)
}

/** Reads stored or typed permissions. Drops what a newer version may have stored: unknown permissions allow nothing. */
export function readGrants(texts: readonly string[]): Restrictions {
  const restrictions: Partial<Record<Resource, AccessLevel>> = {}
  for (const text of texts) {
    if (!isGrant(text)) continue
    const [resource, level] = split(text)
    if (restrictions[resource] !== 'write') restrictions[resource] = level
  }
  return restrictions
}

/** Writes restrictions as permissions, in the order of the resources. */
export function writeGrants(restrictions: Restrictions): Grant[] {
  return resources.flatMap((resource) => {
    const level = restrictions[resource]
    return level === undefined ? [] : [`${resource}:${level}` as const]
  })
}

/** Returns the scopes that a key with these permissions needs. */
export function scopesFor(restrictions: Restrictions): readonly Scope[] {
  return Object.values(restrictions).includes('write') ? ['data.read', 'data.write'] : ['data.read']
}

function levelOf(scope: Scope): AccessLevel {
  return scope === 'data.write' ? 'write' : 'read'
}

function split(grant: Grant): [Resource, AccessLevel] {
  // Safe cast: the type of a grant has this form.
  return grant.split(':') as [Resource, AccessLevel]
}
