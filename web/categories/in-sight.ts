type Placed = {
  readonly id: string
  readonly is_hidden: boolean
  readonly is_starter: boolean
  readonly in_use: boolean
}

/** Tells if lists show a category at first: one that is used, or that a person made or changed. */
export function isInSight({ is_hidden, is_starter, in_use }: Omit<Placed, 'id'>): boolean {
  return !is_hidden && (in_use || !is_starter)
}

/**
 * Parts categories into those that lists show at first and those that a search or “Show all” brings. A household in which
 * nothing is used yet sees all of them, because an empty list helps nobody.
 */
export function partBySight<T extends Placed>(
  all: readonly T[],
  chosen: string | null = null,
): { readonly first: readonly T[]; readonly further: readonly T[] } {
  const offered = all.filter(({ is_hidden, id }) => !is_hidden || id === chosen)
  const first = offered.filter((one) => isInSight(one) || one.id === chosen)
  if (first.length === 0) return { first: offered, further: [] }
  return { first, further: offered.filter((one) => !first.includes(one)) }
}
