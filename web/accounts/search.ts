const waysIn = ['simplefin', 'plaid', 'device', 'manual'] as const

/** A way in which money gets into the household. */
export type WayIn = (typeof waysIn)[number]

/** What is being added, as the address says it. */
export function readAccountsSearch(search: Readonly<Record<string, unknown>>): { add?: WayIn } {
  const add = waysIn.find((way) => way === search['add'])
  return add === undefined ? {} : { add }
}
