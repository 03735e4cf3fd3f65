import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Database } from '#/platform/database/database.ts'
import type { importsApp } from './app-contract.ts'
import type { Duplicate } from '#/sources/files/matching/match-rows.ts'
import { viewRow } from '#/sources/files/readings/row-view.ts'

type DuplicateDetails = Answer<typeof importsApp.previewImport>['duplicates'][number]
type Twin = NonNullable<DuplicateDetails['twin']>

/** Describes duplicates, each beside the transaction that it resembles. */
export async function describeDuplicates(
  db: Database,
  householdId: string,
  duplicates: readonly Duplicate[],
): Promise<DuplicateDetails[]> {
  const ids = duplicates.flatMap(({ transactionId: id }) => (id === null ? [] : [id]))
  const { rows } = await sql<Twin>`
    select t.id, t.booked_at, t.amount, t.concept, t.provider, t.deleted_at is not null as deleted,
      (select i.file_name from provider_transactions m
        join imports i on i.household_id = ${householdId} and i.id = m.import_id
        where t.provider = 'import' and m.household_id = ${householdId} and m.transaction_id = t.id
        order by m.first_seen_at, i.id limit 1) as file_name
    from unnest(${ids}::uuid[]) as sought (id)
    join transactions t on t.household_id = ${householdId} and t.id = sought.id`.execute(db)
  const twins = new Map(rows.map((twin) => [twin.id, twin]))
  return duplicates.map(({ one, fate, transactionId, line, isSeparate }) => ({
    ...viewRow(one.row),
    position: one.position,
    fate,
    different: isSeparate,
    twin: transactionId === null ? null : (twins.get(transactionId) ?? null),
    twin_line: line,
  }))
}
