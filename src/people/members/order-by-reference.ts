/** A table that refers to another. */
export type Reference = { readonly from: string; readonly to: string }

/** Tables in an order in which rows can be deleted: each after all that refer to it. Throws where they go in a circle. */
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
