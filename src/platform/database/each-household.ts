/** The most households whose statements run at the same time. */
const AT_ONCE = 4

/**
 * Runs `act` for the rows of each household, a few households at a time, and returns the results of all. A statement that
 * changes rows names one household, because a database may keep households on several machines.
 */
export async function eachHousehold<K extends { readonly household_id: string }, R>(
  rows: readonly K[],
  act: (householdId: string, rows: readonly K[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const waiting = [...Map.groupBy(rows, (row) => row.household_id)]
  const results: R[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.push(...(await act(...next)))
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work))
  return results
}
