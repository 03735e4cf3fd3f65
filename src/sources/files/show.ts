import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { importsApp } from './app-contract.ts'

export type FileImport = Answer<typeof importsApp.showImport>

const columns = sql`i.id, i.account_id, coalesce(a.name, i.new_account ->> 'name') as account_name,
  coalesce(a.type, i.new_account ->> 'type') as account_type,
  coalesce(a.currency, i.new_account ->> 'currency') as currency, i.file_name, i.format, i.status, i.total, i.processed, i.added,
  i.duplicates, i.settled, i.message, i.reason, i.line, i.balance, i.balance_day, coalesce(i.skipped, '[]') as skipped,
  to_char(i.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(i.finished_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at`

const imports = (householdId: string) => sql`imports i
  left join accounts a on a.household_id = ${householdId} and a.id = i.account_id`

/** `GET /imports/{id}`. */
export const showImport: Handle<typeof importsApp.showImport> = ({ db, caller }, { params }) =>
  findImport(db, caller.householdId, params.id)

/** Finds an import of the household. Throws `resource_not_found`. */
export async function findImport(
  db: Database,
  householdId: string,
  id: string,
): Promise<FileImport> {
  const { rows } = await sql<FileImport>`
    select ${columns} from ${imports(householdId)} where i.household_id = ${householdId} and i.id = ${id}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('id')
  return rows[0]
}

/**
 * `GET /imports`: lists all imports except files that were cancelled before they were committed. It wakes the importing
 * process, because a person who opens the list is about to import a file.
 */
export const listImports: Handle<typeof importsApp.listImports> = async (
  { db, caller, bell },
  { query },
) => {
  bell.ring('import')
  const { rows } = await sql<FileImport>`
    select ${columns} from ${imports(caller.householdId)}
    where i.household_id = ${caller.householdId}
      and (i.status <> 'cancelled' or i.attempts > 0)
      and (${query.account_id ?? null}::uuid is null or i.account_id = ${query.account_id ?? null})
    order by i.created_at desc, i.id desc limit ${query.limit}`.execute(db)
  return rows
}
