import { sql } from 'kysely'
import type { Received } from '#/platform/contract/endpoint.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Mapping } from '#/sources/statements/csv/layout.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { importsApp } from './app-contract.ts'
import { NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import { destinationOf, findDestination, newDestination, type NewAccount } from './entry.ts'
import { previewFile, type Preview } from './preview-file.ts'
import { storedFile, storePieces } from './pieces.ts'
import { takeUploadRoom } from './quota.ts'

/**
 * `POST /imports`: stores the file until it is imported and previews the import. Throws `invalid_parameter` for a file
 * that no mapping could make readable, and `limit_reached` if too many files wait already.
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
  const uploaded: Source = async function* () {
    yield body
  }
  const { preview, mapping, isHelpable } = await previewFile(call, {
    source: uploaded,
    destination,
    choices: { mapping: {}, fileAccount: null, balance: null, different: NONE_DIFFERENT },
  })
  if (!isHelpable) throw unreadable(preview)
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
        format: preview.format,
        status: 'uploaded',
        mapping: JSON.stringify(mapping),
        question: preview.question?.kind ?? null,
        total: preview.counts?.total ?? 0,
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
  return { ...preview, id: importId }
}

/** `POST /imports/{id}/preview`: previews the import with a person's choices, and stores them for the import. */
export const previewImport: Handle<typeof importsApp.previewImport> = async (
  call,
  { params: { id }, body },
) => {
  const { householdId } = call.caller
  const found = await call.db
    .selectFrom('imports')
    .select(['household_id', 'account_id', 'status', 'file_account'])
    .select(sql<Mapping>`mapping`.as('mapping'))
    .select(sql<NewAccount | null>`new_account`.as('new_account'))
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('id')
  if (found.status !== 'uploaded') throw new Refusal('edit_conflict')
  const destination = await destinationOf(call.db, found)
  const source = storedFile(call.db, { householdId, importId: id })
  const { mapping: chosen = found.mapping, balance, different } = body
  const { file_account: fileAccount = found.file_account } = body
  const choices = { mapping: chosen, fileAccount, balance, different }
  const { preview, mapping } = await previewFile(call, { source, destination, choices })
  await call.db
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(mapping),
      file_account: fileAccount,
      said_balance: balance,
      different: JSON.stringify(different),
      format: preview.format,
      question: preview.question?.kind ?? null,
      total: preview.counts?.total ?? 0,
    })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('status', '=', 'uploaded')
    .execute()
  return { ...preview, id }
}

type Into = Pick<
  Received<typeof importsApp.uploadImport>['query'],
  'account_id' | 'account_name' | 'account_type' | 'account_subtype' | 'account_currency'
>

/** Reads the account that the file creates; null if the file is for an existing one. */
export function readNewAccount(query: Into, currency: string): NewAccount | null {
  const { account_id, account_name: name, account_type: type, account_subtype } = query
  const isNew = name !== undefined && type !== undefined
  if (isNew !== (account_id === undefined)) {
    throw invalidParameter(
      'account_id',
      'Name either an existing account by `account_id`, or a new one by `account_name` and `account_type`.',
    )
  }
  if (!isNew) return null
  const subtype = account_subtype ?? null
  return { name, type, subtype, currency: query.account_currency ?? currency }
}

function unreadable({ message, reason, line }: Preview): Refusal {
  const sentence = message ?? 'The file is not a bank statement.'
  const text = line === null ? sentence : `Line ${line}: ${sentence}`
  const detail = reason === null ? undefined : { name: 'file_unreadable' as const, line, reason }
  return invalidParameter('file', text, detail)
}
