/** What is open over the plan, as the address says it. */
export type PlanSearch = { readonly do?: PlanDeed }

const deeds = ['new', 'edit', 'transfer', 'archive', 'archived', 'group'] as const

export type PlanDeed = (typeof deeds)[number]

export function readPlanSearch(search: Readonly<Record<string, unknown>>): PlanSearch {
  const found = deeds.find((deed) => deed === search['do'])
  return found === undefined ? {} : { do: found }
}
