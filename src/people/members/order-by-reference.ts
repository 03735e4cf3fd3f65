/** `from` has a foreign key to `to`. */
export type Reference = { readonly from: string; readonly to: string }

/** Orders tables so that rows can be deleted: each table after all that refer to it. Throws if references form a circle. */
export function orderByReference(
  tables: readonly string[],
  references: readonly Reference[],
): string[] {
  const order: string[] = []
  let left = [...tables]
  while (left.length > 0) {
    const free = left.filter((table) => {
      return !references.some(({ from, to }) => to === table && left.includes(from))
    })
    if (free.length === 0) throw new Error(`tables refer to each other: ${left.join(', ')}`)
    order.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return order
}
