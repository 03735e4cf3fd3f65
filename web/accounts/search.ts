const waysIn = ['simplefin', 'plaid', 'europe', 'device', 'number', 'manual'] as const

/** A way of adding money to the household. */
export type WayIn = (typeof waysIn)[number]

/** Reads from the address what is being added. */
export function readAccountsSearch(search: Readonly<Record<string, unknown>>): { add?: WayIn } {
  const add = waysIn.find((way) => way === search['add'])
  return add === undefined ? {} : { add }
}
