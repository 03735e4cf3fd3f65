import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { Day } from '#/core/values/day.ts'
import type { categoryRulesApp } from './app-contract.ts'
import type { Why } from './choose.ts'

type Row = {
  readonly category_id: string | null
  readonly category_name: string | null
  readonly why: Why | null
  readonly place: number | null
}

/** `GET /transactions/{id}/category`: explains why a transaction has its category. */
export const explainCategory: Act<typeof categoryRulesApp.explainCategory> = async (
  { db, caller },
  { params },
) => {
  const { rows } = await sql<Row>`
    select t.category_id, c.name as category_name, t.category_why as why,
      (select count(*)::int from category_rules r join category_rules b on b.household_id = ${caller.householdId}
        and (b.position, b.id) <= (r.position, r.id)
        where r.household_id = ${caller.householdId} and r.id::text = t.category_why->>'rule_id'
        having count(*) > 0) as place
    from transactions t
    left join categories c on c.household_id = ${caller.householdId} and c.id = t.category_id
    where t.household_id = ${caller.householdId} and t.id = ${params.id} and t.visible`.execute(db)
  const [found] = rows
  if (!found) throw notFound('id')
  const { category_id, category_name } = found
  const why = found.category_id === null ? null : (found.why ?? { by: 'person' as const })
  const named = { category_id, category_name }
  if (why?.by === 'rule') {
    return { ...named, why: { ...why, place: found.place }, text: textOf(why) }
  }
  if (why?.by !== 'choice') return { ...named, why, text: textOf(why) }
  return { ...named, why: { ...why, booked_at: why.booked_at as Day }, text: textOf(why) }
}

/** Writes the sentence for the command line; the application translates `why` itself. */
function textOf(why: Why | { readonly by: 'person' } | null): string {
  switch (why?.by) {
    case undefined:
      return 'It has no category.'
    case 'person':
      return 'Somebody in the household chose it.'
    case 'rule':
      return `The household’s rule for “${why.text}” chose it.`
    case 'choice':
      return `The payment of ${why.booked_at} to the same merchant has it.`
    case 'provider':
      return `The bank’s data says ${why.code}.`
    case 'file':
      return `The file has it under “${why.category}”.`
    case 'brand':
      return `It was paid to ${why.brand} (${why.kind.replaceAll('_', ' ')}).`
    case 'keyword':
      return `Its text contains “${why.word}”.`
    case 'merchant_code':
      return `The merchant’s industry code is ${why.code}.`
  }
}
