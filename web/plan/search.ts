/** The dialog over the plan, as stored in the address. */
export type PlanSearch = { readonly do?: PlanAction }

const actions = [
  'new',
  'edit',
  'transfer',
  'fund',
  'release',
  'archive',
  'archived',
  'group',
] as const

export type PlanAction = (typeof actions)[number]

export function readPlanSearch(search: Readonly<Record<string, unknown>>): PlanSearch {
  const found = actions.find((action) => action === search['do'])
  return found === undefined ? {} : { do: found }
}
