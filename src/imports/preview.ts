import { invalidParameter, notFound, Refusal } from '#/contract/refusal.ts'
import { inTransaction } from '#/database/database.ts'
import type { Source } from '#/statements/read.ts'
import type { Handle } from '#/world/call.ts'
import type { importsApp } from './app-contract.ts'
import { findDestination } from './entry.ts'
import { lookAt, type Preview } from './look.ts'
import { storedFile, storePieces } from './pieces.ts'

/**
 * `POST /imports`: keeps the file until it is imported, and tells what that would do. Throws `invalid_parameter` for what
 * is no statement, whatever a person could say of it.
 */
export const uploadImport: Handle<typeof importsApp.uploadImport> = async (
  call,
  { query, body },
) => {
  const destination = await findDestination(call.db, query.account_id, call.caller.householdId)
  const importId = call.newId()
  const held: Source = async function* () {
    yield body
  }
  const looked = await lookAt(call, {
    source: held,
    destination,
    said: { mapping: {}, fileAccount: null, balance: null },
  })
  if (!looked.isHelpable) throw invalidParameter('file', faultText(looked.preview))
  const { householdId, memberId } = call.caller
  await inTransaction(call.db, async (db) => {
    await db
      .insertInto('imports')
      .values({
        household_id: householdId,
        id: importId,
        account_id: destination.accountId,
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
    .select(['account_id', 'status'])
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('id')
  if (found.status !== 'uploaded') throw new Refusal('edit_conflict')
  const destination = await findDestination(call.db, found.account_id, householdId)
  const source = storedFile(call.db, { householdId, importId: id })
  const said = { mapping: body.mapping, fileAccount: body.file_account, balance: body.balance }
  const { preview, mapping } = await lookAt(call, { source, destination, said })
  await call.db
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(mapping),
      file_account: body.file_account,
      said_balance: body.balance,
      format: preview.format,
      total: preview.counts?.total ?? 0,
    })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('status', '=', 'uploaded')
    .execute()
  return { ...preview, id }
}

function faultText({ message, line }: Preview): string {
  const said = message ?? 'The file is no statement.'
  return line === null ? said : `Line ${line}: ${said}`
}
