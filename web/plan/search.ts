/** The dialog over the plan, and the part of it that is shown, as stored in the address. */
export type PlanSearch = { readonly do?: PlanAction; readonly only?: PlanPart }

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

const parts = ['expenses', 'goals', 'cards'] as const

/** The terms of the sum on Home, each of which is a part of the plan. */
export type PlanPart = (typeof parts)[number]

export function readPlanSearch(search: Readonly<Record<string, unknown>>): PlanSearch {
  const action = actions.find((one) => one === search['do'])
  const part = parts.find((one) => one === search['only'])
  return { ...(action && { do: action }), ...(part && { only: part }) }
}
