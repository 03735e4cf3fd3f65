import type { Scope } from '#/platform/contract/endpoint.ts'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Restrictions } from '#/platform/contract/resources.ts'
import { RANGES_MAX, readRange } from './allowed-from.ts'
import { readGrants, scopesFor, writeGrants } from './restrictions.ts'

/** The rights of a key: its scopes, the resources within them, and the networks from which it may be used. */
export type KeyTerms = {
  readonly scopes: readonly Scope[]
  /** Null: everything within the scopes. */
  readonly restrictions: Restrictions | null
  /** Null: from anywhere. */
  readonly allowedFrom: readonly string[] | null
}

/** The columns of a key's terms. */
type Stored = {
  readonly scopes: readonly string[]
  readonly grants: readonly string[] | null
  readonly allowed_from: readonly string[] | null
}

/**
 * Checks terms and returns them in their stored form. Throws `invalid_parameter`: restrictions allow at least one resource
 * and nothing beyond the scopes, and networks are networks.
 */
export function checkTerms({ scopes, restrictions, allowedFrom }: KeyTerms): KeyTerms {
  if (restrictions !== null) {
    if (writeGrants(restrictions).length === 0) {
      throw invalidParameter('restrictions', 'Allow at least one resource, or send null for all.', {
        name: 'nothing_allowed',
      })
    }
    if (scopesFor(restrictions).some((scope) => !scopes.includes(scope))) {
      throw invalidParameter(
        'restrictions',
        'Permission to write needs the scope `data.write`: restrictions never add to the scopes.',
        { name: 'beyond_scopes' },
      )
    }
  }
  return { scopes, restrictions, allowedFrom: allowedFrom && checkRanges(allowedFrom) }
}

function checkRanges(texts: readonly string[]): readonly string[] {
  if (texts.length === 0 || texts.length > RANGES_MAX) {
    throw invalidParameter(
      'allowed_from',
      `Send 1 to ${RANGES_MAX} networks, or null for any address.`,
      { name: 'networks_between', min: 1, max: RANGES_MAX },
    )
  }
  const ranges = texts.map((text, index) => {
    const read = readRange(text)
    if ('range' in read) return read.range
    throw read.fault === 'not_a_network'
      ? invalidParameter(
          `allowed_from[${index}]`,
          'Send a network such as 203.0.113.0/24 or 2001:db8::/32, or one address; IPv4 as IPv4.',
          { name: 'not_a_network' },
        )
      : invalidParameter(
          `allowed_from[${index}]`,
          `This is one address inside a network. Send the network ${read.network}, or the address alone.`,
          { name: 'inside_network', network: read.network },
        )
  })
  return [...new Set(ranges)]
}

/** Returns the columns to store of a key's terms. */
export function storeTerms({ scopes, restrictions, allowedFrom }: KeyTerms) {
  return {
    scopes: [...scopes],
    grants: restrictions && writeGrants(restrictions),
    allowed_from: allowedFrom && [...allowedFrom],
  }
}

/** Reads the terms of a stored key. */
export function readTerms({ scopes, grants, allowed_from }: Stored): KeyTerms {
  return {
    // Safe cast: the database allows no other scopes.
    scopes: scopes as readonly Scope[],
    restrictions: grants && readGrants(grants),
    allowedFrom: allowed_from,
  }
}

/** Describes terms for the audit log; what a key without restrictions has in common with all others is left out. */
export function describeTerms({ scopes, restrictions, allowedFrom }: KeyTerms) {
  return {
    scopes,
    ...(restrictions && { grants: writeGrants(restrictions) }),
    ...(allowedFrom && { allowed_from: allowedFrom }),
  }
}
