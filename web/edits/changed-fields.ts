/** Returns the fields of `after` whose values differ from `before`, so that a change sends nothing else. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[]
  const changed = names.filter((name) => !isSame(before[name], after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<T>
}

/** Compares values as JSON has them: a list is the same if its elements are. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
