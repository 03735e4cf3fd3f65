import { sql } from 'kysely'
import type { Received } from '#/platform/contract/endpoint.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Source } from '#/sources/statements/read.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { importsApp } from './app-contract.ts'
import { NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { destinationOf, findDestination, newDestination, type NewAccount } from './entry.ts'
import { lookAt, type Preview } from './preview-file.ts'
import { storedFile, storePieces } from './pieces.ts'
import { takeUploadRoom } from './quota.ts'

/**
 * `POST /imports`: keeps the file until it is imported, and tells what that would do. Throws `invalid_parameter` for what
 * is no statement, whatever a person could say of it, and `limit_reached` where too many files wait already.
 */
export const uploadImport: Handle<typeof importsApp.uploadImport> = async (
  call,
  { query, body },
) => {
  call.bell.ring('import')
  const opens = readNewAccount(query, call.caller.currency)
  const destination = opens
    ? newDestination(call.caller, opens)
    : await findDestination(call.db, query.account_id ?? '', call.caller.householdId)
  const importId = call.newId()
  const held: Source = async function* () {
    yield body
  }
  const looked = await lookAt(call, {
    source: held,
    destination,
    said: { mapping: {}, fileAccount: null, balance: null, different: NONE_DIFFERENT },
  })
  if (!looked.isHelpable) throw unreadable(looked.preview)
  const { householdId, memberId } = call.caller
  await inTransaction(call.db, async (db) => {
    await takeUploadRoom({ ...call, db }, body.length)
    await db
      .insertInto('imports')
      .values({
        household_id: householdId,
        id: importId,
        account_id: opens ? null : destination.accountId,
        new_account: opens && JSON.stringify(opens),
        member_id: memberId,
        file_name: query.file_name,
        bytes: body.length,
        format: looked.preview.format,
        status: 'uploaded',
        mapping: JSON.stringify(looked.mapping),
        total: looked.preview.counts?.total ?? 0,
        processed: 0,
        added: 0,
        duplicates: 0,
        settled: 0,
        attempts: 0,
        created_at: call.now(),
      })
      .execute()
    await storePieces(db, { householdId, importId }, body)
  })
  return { ...looked.preview, id: importId }
}

/** `POST /imports/{id}/preview`: how the file is to be read from now on. */
export const previewImport: Handle<typeof importsApp.previewImport> = async (
  call,
  { params: { id }, body },
) => {
  const { householdId } = call.caller
  const found = await call.db
    .selectFrom('imports')
    .select(['household_id', 'account_id', 'status'])
    .select(sql<NewAccount | null>`new_account`.as('new_account'))
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('id')
  if (found.status !== 'uploaded') throw new Refusal('edit_conflict')
  const destination = await destinationOf(call.db, found)
  const source = storedFile(call.db, { householdId, importId: id })
  const { mapping: asked, file_account: fileAccount, balance, different } = body
  const said = { mapping: asked, fileAccount, balance, different }
  const { preview, mapping } = await lookAt(call, { source, destination, said })
  await call.db
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(mapping),
      file_account: fileAccount,
      said_balance: balance,
      different: JSON.stringify(different),
      format: preview.format,
      total: preview.counts?.total ?? 0,
    })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('status', '=', 'uploaded')
    .execute()
  return { ...preview, id }
}

type Asked = Received<typeof importsApp.uploadImport>['query']

/** The account that the file is to open; null where it is for one that is there. */
function readNewAccount(query: Asked, currency: string): NewAccount | null {
  const { account_id, account_name: name, account_type: type, account_subtype } = query
  const isNew = name !== undefined && type !== undefined
  if (isNew !== (account_id === undefined)) {
    throw invalidParameter(
      'account_id',
      'A file is for an account by its `account_id`, or for a new one by `account_name` and `account_type`.',
    )
  }
  if (!isNew) return null
  const subtype = account_subtype ?? null
  return { name, type, subtype, currency: query.account_currency ?? currency }
}

function unreadable({ message, reason, line }: Preview): Refusal {
  const said = message ?? 'The file is no statement.'
  const text = line === null ? said : `Line ${line}: ${said}`
  const detail = reason === null ? undefined : { name: 'file_unreadable' as const, line, reason }
  return invalidParameter('file', text, detail)
}
