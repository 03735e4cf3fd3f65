import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { guessLook } from './look.ts'
import type { categories } from './contract.ts'
import type { Hue } from '#/budget/categories/words/looks.ts'

type Row = Omit<Answer<typeof categories.listCategories>[number], 'look'> & {
  readonly hue: Hue | null
}

/** `GET /categories`: a flat list that contains parents too. */
export const listCategories: Act<typeof categories.listCategories> = async ({ db, caller }) => {
  const { householdId } = caller
  const { rows } = await sql<Row>`
    with used as (
      select facet_key as id from transaction_totals
      where household_id = ${householdId} and facet = 'category' and grain = 'ever'
      group by facet_key having sum(transactions) > 0
      union
      select category_id::text from category_rules
      where household_id = ${householdId} and category_id is not null
    )
    select c.id, c.name, c.kind, c.parent_id, parent.name as group_name, c.icon, c.color, c.hue,
      c.is_system, c.is_hidden, c.position, c.is_starter, u.id is not null as in_use,
      to_char(c.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      to_char(c.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
    from categories c
    left join categories parent on parent.household_id = ${householdId} and parent.id = c.parent_id
    left join used u on u.id = c.id::text
    where c.household_id = ${householdId}
    order by c.position, c.id`.execute(db)
  return rows.map(({ hue, ...category }) => {
    const guess = hue === null || category.icon === null ? guessLook(category) : null
    const look = { hue: hue ?? guess!.hue, icon: category.icon ?? guess!.icon }
    return { ...category, look }
  })
}
